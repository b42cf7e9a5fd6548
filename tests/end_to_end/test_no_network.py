"""Nothing is sent anywhere: under strace no socket is connected but local ones."""

import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.tools.driven_program import FOLDER, NEEDS, Gui, Screen, command, new_place

ROOT = Path(__file__).resolve().parent.parent.parent
CONNECT = re.compile(r"(?:connect|sendto|sendmsg)\(.*sa_family=(AF_\w+)")
LOCAL = {"AF_UNIX", "AF_LOCAL", "AF_NETLINK"}

WINDOW = """
from PySide6.QtCore import QTimer
from app.window.main_window import Window
shown = Window.after_start
def after_start(window, files):
    shown(window, files)
    QTimer.singleShot(2000, window.close)
Window.after_start = after_start
from app.__main__ import main
main(["assets/examples/chorale.palimpsest"])
"""
COMMANDS = {
    "command line": [*command("palimpsest"), "harmonize", str(ROOT / "assets/examples/ode-to-joy-sunmask.mid")],
    "window": [sys.executable, "-c", WINDOW],
    "a connection": [sys.executable, "-c", "import socket; socket.socket().connect_ex(('127.0.0.1', 9))"],
}


def families(tmp_path, monkeypatch, words):
    """The address families that a program connects to."""
    monkeypatch.setenv("PALIMPSEST_HOME", str(tmp_path / "home"))
    trace = tmp_path / "trace"
    strace = ["strace", "-f", "-qq", "-e", "trace=connect,sendto,sendmsg", "-o", str(trace)]
    subprocess.run([*strace, *words], cwd=ROOT, check=True, capture_output=True, timeout=600)
    return set(CONNECT.findall(trace.read_text()))


LOAD = """
import assets
from engine.neural.backend import load
load(assets.weights("music", "sunmask"), "cpu")
"""


def test_onnxruntime_keeps_no_record_for_its_makers(tmp_path, monkeypatch):
    """It would write a device number and a list of events into the user's folder, and send them."""
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    monkeypatch.delenv("ORT_DISABLE_TELEMETRY", raising=False)
    subprocess.run([sys.executable, "-c", LOAD], cwd=ROOT, check=True, capture_output=True)
    assert not [path for path in tmp_path.rglob("*") if "Microsoft" in path.parts]


@pytest.mark.full
@pytest.mark.skipif(shutil.which("strace") is None, reason="needs strace")
@pytest.mark.parametrize("name", COMMANDS)
def test_only_local_sockets_are_connected(tmp_path, monkeypatch, name):
    words = COMMANDS[name] + (["-o", str(tmp_path / "out.mid")] if name == "command line" else [])
    found = families(tmp_path, monkeypatch, words)
    if name == "a connection":  # the check would see one
        assert found == {"AF_INET"}
    else:
        assert found <= LOCAL


@pytest.mark.full
@pytest.mark.skipif(not FOLDER, reason="the source tree's window has its own test above")
@pytest.mark.skipif(any(shutil.which(name) is None for name in (*NEEDS, "strace")), reason="needs a screen and strace")
def test_the_frozen_window_connects_to_nothing_but_its_screen_and_sound(tmp_path):
    """Opened with a file, rewritten, its guide read, closed; every process and thread of it is watched."""
    screen, place, trace = Screen(), new_place(), tmp_path / "trace"
    before = ["strace", "-f", "-qq", "-e", "trace=connect,sendto,sendmsg,bind", "-o", str(trace)]
    gui = Gui(screen, place, ROOT / "assets/examples/chorale.palimpsest", before=before)
    try:
        screen.wait_for("– Palimpsest")
        screen.key("ctrl+2", "ctrl+shift+g")
        screen.wait_for("Guide")
        screen.key("Escape")
    finally:
        gui.kill()
        screen.close()
        shutil.rmtree(place)
    found = set(CONNECT.findall(trace.read_text()))
    assert found and found <= LOCAL
