/* The first part of an AppImage: a small program, followed in the same file by a squashfs image of the program's tree.
 *
 * It mounts the image by FUSE for as long as the program runs and starts AppRun in it. Where FUSE is missing or refused
 * it unpacks the image into a folder for temporary files, runs AppRun there and removes the folder afterwards.
 * Built by packaging/appimage.py, linked statically, so that it runs on any Linux of its processor. */
#define _GNU_SOURCE
#include <squashfuse/config.h>
#include <squashfuse/ll.h>

#include <elf.h>
#include <errno.h>
#include <fcntl.h>
#include <ftw.h>
#include <limits.h>
#include <pthread.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

static char image[PATH_MAX];
static size_t offset; /* of the squashfs image in the file, in bytes */

/* squashfuse knows five ways to compress, and the image uses one: the others are not linked (one of them is GPL). */
int lzo1x_decompress_safe(void) { return -1; }
int LZ4_decompress_safe(void) { return -1; }
int lzma_stream_buffer_decode(void) { return 1; }
int uncompress(void) { return -1; }

static void fail(const char *what, const char *about) {
    fprintf(stderr, "palimpsest: %s: %s\n", what, about);
    exit(1);
}

static void be_silent(enum fuse_log_level level, const char *format, va_list values) {
    (void)level, (void)format, (void)values;
}

/* Where this file's own ELF part ends: after its table of sections, which the linker puts last. */
static size_t find_offset(const char *path) {
    Elf64_Ehdr header;
    int file = open(path, O_RDONLY | O_CLOEXEC);
    if (file < 0 || read(file, &header, sizeof header) != sizeof header) fail("cannot be read", path);
    close(file);
    return header.e_shoff + (size_t)header.e_shnum * header.e_shentsize;
}

/* -- unpacking ---------------------------------------------------------------------------------------------------- */

static void write_file(sqfs *fs, sqfs_inode *inode, const char *path) {
    static char block[1 << 20];
    int file = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, inode->base.mode & 0777);
    if (file < 0) fail(strerror(errno), path);
    for (sqfs_off_t done = 0;;) {
        sqfs_off_t size = sizeof block;
        if (sqfs_read_range(fs, inode, done, &size, block)) fail("the AppImage is damaged", path);
        if (size == 0) break;
        if (write(file, block, size) != size) fail("cannot be written; is the disk full?", path);
        done += size;
    }
    close(file);
}

static void write_link(sqfs *fs, sqfs_inode *inode, const char *path) {
    char target[PATH_MAX];
    size_t size = sizeof target;
    if (sqfs_readlink(fs, inode, target, &size)) fail("the AppImage is damaged", path);
    if (symlink(target, path)) fail(strerror(errno), path);
}

static void unpack(const char *folder) {
    sqfs fs;
    sqfs_traverse walk;
    sqfs_err error = SQFS_OK;
    if (sqfs_open_image(&fs, image, offset) || sqfs_traverse_open(&walk, &fs, sqfs_inode_root(&fs)))
        fail("the AppImage is damaged", image);
    while (sqfs_traverse_next(&walk, &error)) {
        char path[PATH_MAX];
        sqfs_inode inode;
        if (walk.dir_end) continue;
        if (snprintf(path, sizeof path, "%s/%s", folder, walk.path) >= (int)sizeof path) fail("too long", walk.path);
        if (sqfs_inode_get(&fs, &inode, sqfs_dentry_inode(&walk.entry))) fail("the AppImage is damaged", path);
        if (S_ISDIR(inode.base.mode)) {
            if (mkdir(path, 0755)) fail(strerror(errno), path);
        } else if (S_ISLNK(inode.base.mode))
            write_link(&fs, &inode, path);
        else
            write_file(&fs, &inode, path);
    }
    if (error) fail("the AppImage is damaged", image);
    sqfs_traverse_close(&walk);
}

static int remove_one(const char *path, const struct stat *about, int kind, struct FTW *place) {
    (void)about, (void)kind, (void)place;
    return remove(path);
}

/* -- mounting ----------------------------------------------------------------------------------------------------- */

static struct fuse_lowlevel_ops operations = {
    .getattr = sqfs_ll_op_getattr,
    .opendir = sqfs_ll_op_opendir,
    .releasedir = sqfs_ll_op_releasedir,
    .readdir = sqfs_ll_op_readdir,
    .lookup = sqfs_ll_op_lookup,
    .open = sqfs_ll_op_open,
    .release = sqfs_ll_op_release,
    .read = sqfs_ll_op_read,
    .readlink = sqfs_ll_op_readlink,
    .forget = sqfs_ll_op_forget,
};

struct watch {
    int lives; /* a pipe whose other end is open in the program and in everything it starts */
    pthread_t server;
};

static void *wait_for_end(void *given) {
    struct watch *watch = given;
    char nothing;
    while (read(watch->lives, &nothing, 1) < 0 && errno == EINTR) continue;
    for (;;) { /* libfuse's own handler ends its loop, but a signal just before it reads again would be lost */
        pthread_kill(watch->server, SIGHUP);
        usleep(10000);
    }
}

/* Serve the image until the program has ended; a byte on `tell` says that it is mounted. */
static void serve(const char *folder, int lives, int tell) {
    char *words[] = {"palimpsest", "-o", "ro,fsname=palimpsest,subtype=squashfuse", NULL};
    struct fuse_args arguments = FUSE_ARGS_INIT(3, words);
    struct watch watch = {lives, pthread_self()};
    pthread_t watcher;
    sqfs_ll_chan channel;
    sqfs_ll *opened;
    setsid(); /* Ctrl+C in a terminal is for the program, which needs its files until it has ended */
    fuse_set_log_func(be_silent);
    opened = sqfs_ll_open(image, offset);
    if (opened == NULL) _exit(1);
    if (sqfs_ll_mount(&channel, folder, &arguments, &operations, sizeof operations, opened)) _exit(1);
    signal(SIGHUP, SIG_DFL); /* under nohup it is ignored, and libfuse would leave it so */
    if (fuse_set_signal_handlers(channel.session)) _exit(1);
    pthread_create(&watcher, NULL, wait_for_end, &watch);
    if (write(tell, "m", 1) != 1) _exit(1);
    close(tell);
    int nowhere = open("/dev/null", O_RDWR); /* who reads what the program says must not wait for this process */
    for (int each = 0; each < 3; each++) dup2(nowhere, each);
    fuse_session_loop(channel.session);
    sqfs_ll_unmount(&channel, folder);
    rmdir(folder);
    _exit(0);
}

/* Whether the image is mounted at `folder` now. */
static int mount_image(const char *folder) {
    int lives[2], told[2];
    char byte = 0;
    if (pipe(lives) || pipe2(told, O_CLOEXEC)) return 0;
    pid_t server = fork();
    if (server == 0) {
        close(lives[1]), close(told[0]);
        serve(folder, lives[0], told[1]);
    }
    close(lives[0]), close(told[1]);
    int mounted = server > 0 && read(told[0], &byte, 1) == 1;
    close(told[0]);
    if (!mounted) {
        close(lives[1]);
        if (server > 0) waitpid(server, NULL, 0);
    }
    return mounted; /* lives[1] stays open, here and in what is executed from here */
}

/* -- starting ----------------------------------------------------------------------------------------------------- */

static pid_t child;

static void pass_on(int signal) { kill(child, signal); }

static void start(const char *folder, char **arguments) {
    char program[PATH_MAX];
    snprintf(program, sizeof program, "%s/AppRun", folder);
    setenv("APPDIR", folder, 1);
    setenv("APPIMAGE", image, 1);
    arguments[0] = program;
    execv(program, arguments);
    fail(strerror(errno), program);
}

static int run_unpacked(const char *folder, char **arguments) {
    int status = 1;
    unpack(folder);
    child = fork();
    if (child == 0) start(folder, arguments);
    signal(SIGINT, SIG_IGN);
    signal(SIGTERM, pass_on);
    signal(SIGHUP, pass_on);
    while (waitpid(child, &status, 0) < 0 && errno == EINTR) continue;
    nftw(folder, remove_one, 32, FTW_DEPTH | FTW_PHYS);
    return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

int main(int count, char **arguments) {
    const char *first = count > 1 ? arguments[1] : "";
    const char *temporary = getenv("TMPDIR") ? getenv("TMPDIR") : "/tmp";
    char folder[PATH_MAX];
    ssize_t length = readlink("/proc/self/exe", image, sizeof image - 1);
    if (length < 0) fail("needs /proc", strerror(errno));
    offset = find_offset(image);
    if (strcmp(first, "--appimage-offset") == 0) return printf("%zu\n", offset) < 0;
    if (strcmp(first, "--appimage-extract") == 0) {
        if (mkdir("squashfs-root", 0755)) fail(strerror(errno), "squashfs-root");
        unpack("squashfs-root");
        return 0;
    }
    if (snprintf(folder, sizeof folder, "%s/.mount_palimpsest-XXXXXX", temporary) >= (int)sizeof folder ||
        mkdtemp(folder) == NULL)
        fail("no folder for temporary files", temporary);
    if (getenv("APPIMAGE_EXTRACT_AND_RUN") == NULL && mount_image(folder)) start(folder, arguments);
    return run_unpacked(folder, arguments);
}
