"""The table of all actions, menu by menu: text, shortcuts, icon, tooltip and handler.

Menus, toolbar, palette and key sheet read it."""

from typing import NamedTuple

from app.page.verbs import VERBS
from app.words import tr


class Action(NamedTuple):
    """One row. `keys` as Qt writes several: "Ctrl+Y; Ctrl+Shift+Z"; `handler` is an object of RECEIVERS and one of
    its methods, `needs` a condition of NEEDS (both in app.window.action_set); of those with one `group` one is on."""

    name: str
    text: str
    keys: str
    handler: str
    needs: str
    icon: str
    tip: str
    value: object = None  # given to the handler, if any
    group: str = ""

    @property
    def shortcuts(self) -> tuple[str, ...]:
        """Each of the keys."""
        return tuple(self.keys.split("; "))


class Menu(NamedTuple):
    """A menu: its title, and its rows, where None is a separator."""

    title: str
    rows: tuple[Action | None, ...]

    @property
    def actions(self) -> list[Action]:
        """The rows without the separators."""
        return [row for row in self.rows if row is not None]


LINE = None  # a separator in a menu

# A row is one line, or two with its tip on the second.
# fmt: off
FILE = (
    Action("new", "&New page", "Ctrl+N", "files.ask_new", "", "page",
           "An empty page: key, metre, bars and pick-up are asked for"),
    Action("new_text", "New text pa&ge", "Ctrl+Shift+N", "files.new_text", "", "text", "A page for sentences"),
    Action("open", "&Open…", "Ctrl+O", "files.open", "", "open",
           "Open a Palimpsest project, MIDI, MusicXML or text file"),
    LINE,
    Action("save", "&Save", "Ctrl+S", "saving.save", "page", "save", "Save this page as a project"),
    Action("save_as", "Save &as…", "Ctrl+Shift+S", "saving.save_as", "page", "", "Save under another name"),
    LINE,
    Action("import", "&Import…", "Ctrl+I", "files.import_file", "", "import",
           "Import MIDI or MusicXML, with a preview"),
    Action("export_midi", "&Export MIDI…", "Ctrl+E", "saving.export_midi", "music", "export",
           "One track per voice, for any DAW"),
    Action("export_musicxml", "Export Music&XML…", "Ctrl+Shift+E", "saving.export_musicxml", "music", "",
           "A score, spelled by key"),
    Action("open_in", "Open in notation program", "Ctrl+Alt+X", "handover.open_in", "music", "",
           "Hand the page to MuseScore or another program as MusicXML; what is saved there is offered here"),
    Action("export_wav", "Export &WAV…", "Ctrl+Alt+E", "sound.export_wav", "music", "",
           "Audio, played by the built-in instruments"),
    Action("practice_wav", "Export practice trac&ks as WAV…", "Ctrl+Alt+W", "sound.export_practice", "music", "",
           "A file for each voice, with the others quieter", ".wav"),
    Action("practice_midi", "Export practice tracks as MIDI…", "Ctrl+Alt+Shift+W", "sound.export_practice", "music",
           "", "A file for each voice, with the others quieter", ".mid"),
    Action("export_pdf", "Export score as P&DF…", "Ctrl+Alt+P", "sound.export_score", "music", "",
           "Engraved, on A4 pages", "pdf"),
    Action("export_svg", "Export score as S&VG…", "Ctrl+Alt+G", "sound.export_score", "music", "",
           "Engraved, as vector graphics", "svg"),
    Action("export_png", "Export score as PN&G…", "Ctrl+Alt+F", "sound.export_score", "music", "",
           "Engraved, as an image", "png"),
    Action("print", "&Print score…", "Ctrl+P", "sound.print_score", "music", "", "Engraved, on paper"),
    Action("export_text", "Export te&xt…", "Ctrl+Shift+T", "saving.export_text", "text", "",
           "The draft as plain text, in its paragraphs"),
    LINE,
    Action("start", "S&tart page", "Alt+Home", "tabs.show_start", "", "", "Examples, recent files, the tour"),
    Action("settings", "Se&ttings…", "Ctrl+,", "dialogs.show_settings", "", "settings",
           "Theme, size, autosave, device"),
    Action("close", "&Close page", "Ctrl+W; Ctrl+F4", "tabs.close_front", "", "", "Close this page"),
    Action("quit", "&Quit", "Ctrl+Q", "window.close", "", "", "Close all pages and quit"),
)
EDIT = (
    Action("undo", "&Undo", "Ctrl+Z", "edits.undo", "undo", "undo", "Undo the last step"),
    Action("redo", "&Redo", "Ctrl+Y; Ctrl+Shift+Z", "edits.redo", "redo", "redo", "Redo the last undone step"),
    LINE,
    Action("cut", "Cu&t", "Ctrl+X", "canvas.cut", "selection", "cut", "Move the selected notes to the clipboard"),
    Action("copy", "&Copy", "Ctrl+C", "canvas.copy", "selection", "copy", "Copy the selected notes"),
    Action("paste", "&Paste", "Ctrl+V", "canvas.paste", "page", "paste", "Paste at the cursor"),
    Action("delete", "&Delete", "Del; Backspace", "canvas.delete", "selection", "delete", "Delete the selected notes"),
    Action("split", "S&plit notes", "Ctrl+K", "canvas.split", "selection", "split",
           "Split each selected note in the middle"),
    Action("join", "&Join sentences", "Ctrl+J", "draft.join", "text", "", "Join this sentence and the next"),
    Action("add_sentence", "Add sentence", "Ctrl+Shift+Return", "draft.add_sentence", "text", "add",
           "Add an empty sentence after this one"),
    Action("remove_sentence", "Remove sentence", "Ctrl+Shift+K", "draft.remove_sentence", "text", "",
           "Remove this sentence"),
    Action("insert_blank", "Insert blank", "Ctrl+Shift+Space", "draft.insert_blank", "text", "gap",
           "Insert a word to be written at the cursor"),
    Action("widen_blank", "Wider blank", "Ctrl+Shift+Right", "draft.widen_blank", "text", "",
           "Make the blank at the cursor one word longer"),
    Action("narrow_blank", "Narrower blank", "Ctrl+Shift+Left", "draft.narrow_blank", "text", "",
           "Make the blank at the cursor one word shorter"),
    Action("copy_all", "Copy draft", "Ctrl+Shift+C", "draft.copy_all", "text", "copy", "Copy the whole draft as shown"),
    LINE,
    Action("select_all", "Select &all", "Ctrl+A", "canvas.select_all", "page", "", "Select every note"),
    Action("select_none", "Select &none", "Ctrl+Shift+A", "canvas.select_none", "selection", "", "Clear the selection"),
    LINE,
    Action("transpose_up", "Up a semitone", "Alt+Up", "edits.transpose", "music", "",
           "Transpose the selection, or the whole piece", 1),
    Action("transpose_down", "Down a semitone", "Alt+Down", "edits.transpose", "music", "",
           "Transpose the selection, or the whole piece", -1),
    Action("octave_up", "Up an octave", "Alt+Shift+Up", "edits.transpose", "music", "",
           "Transpose the selection, or the whole piece", 12),
    Action("octave_down", "Down an octave", "Alt+Shift+Down", "edits.transpose", "music", "",
           "Transpose the selection, or the whole piece", -12),
    Action("voice_up", "Move to voice above", "Ctrl+Alt+Up", "roll.move_to_voice", "notes", "",
           "Move the selected notes to the voice above", -1),
    Action("voice_down", "Move to voice below", "Ctrl+Alt+Down", "roll.move_to_voice", "notes", "",
           "Move the selected notes to the voice below", 1),
    LINE,
    Action("insert_bars", "&Insert bars…", "Ctrl+B", "edits.insert_bars", "music", "bars",
           "Empty bars before or after the cursor"),
    Action("delete_bars", "Delete &bars", "Ctrl+Shift+B", "edits.delete_bars", "music", "",
           "Delete the selected bars, or the bar at the cursor"),
    Action("chord", "C&hord at the cursor…", "Ctrl+L", "roll.edit_chord", "music", "",
           "Type the chord to ask for; Tab goes to the next beat"),
    Action("paste_chords", "Paste chords", "Ctrl+Alt+C", "roll.paste_chords", "music", "",
           "Paste lines such as C | G7 | Am F, or ChordPro, at the cursor's bar"),
    Action("fermata", "&Fermata", "Ctrl+M", "edits.fermata", "music", "fermata",
           "Add or remove a fermata at the cursor"),
    Action("piece", "Title, &key, metre, tempo…", "Ctrl+Shift+L", "edits.piece_properties", "music", "key",
           "Set them for the whole piece, or from the cursor on"),
    LINE,
    Action("play_in", "Play in…", "Ctrl+Alt+Y", "sound.play_in", "music", "note",
           "Play a melody in real time, on a MIDI keyboard or the computer's keys"),
    Action("step_longer", "Longer step", ".", "sound.step_length", "recording", "",
           "Longer notes from the MIDI keyboard", 1),
    Action("step_shorter", "Shorter step", ",", "sound.step_length", "recording", "",
           "Shorter notes from the MIDI keyboard", -1),
    Action("step_dot", "Dotted step", "D", "sound.step_dot", "recording", "", "Dotted notes from the MIDI keyboard"),
    Action("step_rest", "Enter a rest", "R", "sound.step_rest", "recording", "", "Leave this step silent and move on"),
    Action("step_back", "Step back", "Shift+Backspace", "sound.step_back", "recording", "",
           "Undo the last step; Backspace works too"),
)
PAINT = (
    Action("select", "&Select", "1", "painting.set_tool", "page", "select",
           "Select, move and resize notes", "select", "tool"),
    Action("draw", "&Draw", "2", "painting.set_tool", "page", "draw", "Draw notes in the active voice", "draw", "tool"),
    Action("erase", "&Erase", "3", "painting.set_tool", "page", "erase", "Erase notes", "erase", "tool"),
    LINE,
    Action("keep", "&Keep", "4", "painting.set_tool", "page", "", "Stays, and the rest follows it", "KEEP", "tool"),
    Action("whisper", "&Whisper", "5", "painting.set_tool", "page", "",
           "Stays, but the rest need not follow it", "WHISPER", "tool"),
    Action("suggest", "S&uggest", "6", "painting.set_tool", "page", "",
           "The rewrite starts from it; it may change", "SUGGEST", "tool"),
    Action("rewrite_brush", "&Rewrite", "7", "painting.set_tool", "page", "",
           "Rewritten from scratch", "REWRITE", "tool"),
    LINE,
    Action("paint_notes", "These &notes", "Ctrl+Alt+N", "painting.paint_notes", "selection", "",
           "Paint the selected notes with the brush"),
    Action("paint_voice", "Whole &voice", "Ctrl+Alt+V", "painting.paint_voice", "music", "",
           "Paint the active voice with the brush"),
    Action("paint_bars", "These &bars", "Ctrl+Alt+B", "painting.paint_bars", "music", "",
           "Paint the bars of the selection or loop with the brush"),
    Action("paint_rest", "All except the &melody", "Ctrl+Alt+M", "painting.paint_rest", "music", "",
           "Paint everything except the melody with the brush"),
    Action("paint_sentence", "This &sentence", "Ctrl+Alt+T", "painting.paint_sentence", "text", "",
           "Paint the sentence with the brush"),
    Action("paint_unstressed", "All except stressed", "Ctrl+Alt+A", "painting.paint_unstressed", "text", "",
           "Paint all words except the selected or kept ones"),
    Action("cycle", "Next brush for this word", "Ctrl+Space", "draft.cycle", "text", "",
           "Cycle through Keep, Whisper, Suggest and Rewrite"),
    Action("invert", "&Invert", "Ctrl+Alt+I", "painting.invert", "page", "invert",
           "Swap Keep with Rewrite, and Whisper with Suggest"),
    LINE,
    Action("soprano", "Write in the soprano", "Ctrl+Alt+1", "edits.set_voice", "music", "",
           "Draw and paint in the soprano", 0, "voice"),
    Action("alto", "Write in the alto", "Ctrl+Alt+2", "edits.set_voice", "music", "",
           "Draw and paint in the alto", 1, "voice"),
    Action("tenor", "Write in the tenor", "Ctrl+Alt+3", "edits.set_voice", "music", "",
           "Draw and paint in the tenor", 2, "voice"),
    Action("bass", "Write in the bass", "Ctrl+Alt+4", "edits.set_voice", "music", "",
           "Draw and paint in the bass", 3, "voice"),
)
REWRITE = (
    Action("rewrite", "Re&write", "Ctrl+Return; Ctrl+Enter", "rewrites.rewrite", "page", "",
           "Rewrite what is painted Rewrite or Suggest"),
    LINE,
    Action("verb_harmonise", "&Harmonise this melody", "Ctrl+1", "rewrites.verb", "music", "harmonise",
           "", "harmonise"),
    Action("verb_bass", "New &bass line", "Ctrl+2", "rewrites.verb", "music", "bassline", "", "bass"),
    Action("verb_vary", "&Vary these bars", "Ctrl+3", "rewrites.verb", "music", "vary", "", "vary"),
    Action("verb_fill", "&Fill the gap", "Ctrl+4", "rewrites.verb", "music", "gap", "", "fill"),
    Action("verb_continue", "&Continue", "Ctrl+5", "rewrites.verb", "music", "continue", "", "continue"),
    Action("verb_compose", "Compose &8 bars", "Ctrl+6", "rewrites.verb", "music", "compose", "", "compose"),
    LINE,
    Action("verb_chords", "Harmonise with these ch&ords", "Ctrl+7", "rewrites.verb", "music", "harmonise",
           "", "chords"),
    Action("verb_suggest_chords", "Suggest chords", "Ctrl+8", "rewrites.verb", "music", "question",
           "", "suggest_chords"),
    Action("take_chords", "Ask for these chords", "Ctrl+9", "chords.take_sounding", "music", "",
           "Put the chords of the alternative shown, or of the page, in the chord lane"),
    Action("reharmonise", "Reharmonise this bar…", "Ctrl+R", "chords.reharmonise", "music", "vary",
           "Which chords the bar at the cursor could have, with their odds"),
    Action("close_full", "Full close", "Ctrl+Alt+7", "chords.close_with", "music", "",
           "Ask for a dominant and the tonic, ending on the cursor's beat", "full"),
    Action("close_half", "Half close", "Ctrl+Alt+8", "chords.close_with", "music", "",
           "Ask for a close on the dominant, at the cursor's beat", "half"),
    Action("close_deceptive", "Deceptive close", "Ctrl+Alt+9", "chords.close_with", "music", "",
           "Ask for a dominant and the sixth degree, ending on the cursor's beat", "deceptive"),
    Action("close_plagal", "Plagal close", "Ctrl+Alt+0", "chords.close_with", "music", "",
           "Ask for a subdominant and the tonic, ending on the cursor's beat", "plagal"),
    LINE,
    Action("verb_rest", "Rewrite the r&est", "Alt+1", "rewrites.verb", "text", "text", "", "rest"),
    Action("verb_about", "Make it about…", "Alt+2", "draft.ask_topic", "text", "pin",
           "Stress these words or other ones"),
    Action("verb_shorter", "Shorter", "Alt+3", "rewrites.verb", "text", "shorter", "", "shorter"),
    Action("verb_longer", "Longer", "Alt+4", "rewrites.verb", "text", "longer", "", "longer"),
    Action("verb_blank", "Fill the blank", "Alt+5", "rewrites.verb", "text", "gap", "", "blank"),
    Action("verb_start", "Start from these words", "Alt+6", "rewrites.verb", "text", "continue", "", "start"),
    Action("ask_word", "What else could go here", "W", "draft.ask_here", "text", "question",
           "The ten most likely words"),
    LINE,
    Action("accept", "&Accept", "Return; Enter", "rewrites.accept", "ready", "check",
           "Replace the page with the alternative shown"),
    Action("accept_bars", "Accept the selected bars", "Shift+Return", "rewrites.accept_bars", "ready", "",
           "Accept only the selected or looped bars"),
    Action("accept_to_cursor", "Accept up to the cursor", "Alt+Return", "rewrites.accept_to_cursor", "ready", "",
           "Accept the words from the start to the cursor"),
    Action("accept_s", "Accept the soprano only", "Ctrl+Shift+1", "rewrites.accept_voice", "ready", "",
           "Accept only this voice", 0),
    Action("accept_a", "Accept the alto only", "Ctrl+Shift+2", "rewrites.accept_voice", "ready", "",
           "Accept only this voice", 1),
    Action("accept_t", "Accept the tenor only", "Ctrl+Shift+3", "rewrites.accept_voice", "ready", "",
           "Accept only this voice", 2),
    Action("accept_b", "Accept the bass only", "Ctrl+Shift+4", "rewrites.accept_voice", "ready", "",
           "Accept only this voice", 3),
    Action("reject", "Cancel or &reject", "Esc", "rewrites.escape", "page", "close",
           "Stop rewriting, reject the alternatives or clear the selection"),
    LINE,
    Action("next", "&Next alternative", "]", "rewrites.step", "alternatives", "", "Show the next alternative", 1),
    Action("previous", "&Previous alternative", "[", "rewrites.step", "alternatives", "",
           "Show the previous alternative", -1),
    Action("original", "&Original", "O", "rewrites.toggle_original", "ready", "", "Hold the key to see the original"),
    LINE,
    Action("steps", "&Watch the steps", "T", "timeline.toggle", "page", "steps",
           "Move through the steps of the result"),
    Action("steps_play", "Play the steps", "Shift+T", "timeline.play", "steps", "", "Play or pause the steps"),
    Action("steps_back", "One step back", "Alt+Left", "timeline.move_by", "steps", "", "Show the previous step", -1),
    Action("steps_on", "One step forward", "Alt+Right", "timeline.move_by", "steps", "", "Show the next step", 1),
    Action("steps_keep", "Keep this step", "Ctrl+Alt+K", "rewrites.accept", "steps", "",
           "Replace the page with this step"),
    Action("branch", "&Branch from here", "Ctrl+T", "rewrites.branch", "steps", "branch",
           "Continue from this step with the options in the panel"),
    LINE,
    Action("models", "&Models…", "Ctrl+Shift+F2", "dialogs.show_models", "", "",
           "The shipped models and your own: import, rename, export, compare"),
    Action("teach", "Teach it &your pieces…", "Ctrl+F2", "dialogs.show_teach", "", "",
           "Let the model go on learning from your own pieces or texts"),
)
VIEW = (
    Action("play", "&Play or pause", "Space", "transport.toggle", "music", "play", "Play from the cursor"),
    Action("stop", "&Stop", "Shift+Space", "transport.stop", "music", "stop", "Stop and go back to where it began"),
    Action("loop", "&Loop", "L", "playback.toggle_loop", "music", "loop",
           "Repeat the region marked on the ruler", None, "toggle"),
    Action("metronome", "Me&tronome", "K", "sound.toggle_metronome", "music", "metronome",
           "Click on every beat during playback", None, "toggle"),
    Action("count_in", "Count &in", "Shift+K", "sound.toggle_count_in", "music", "",
           "One bar of clicks before playback", None, "toggle"),
    Action("follow", "&Follow the playhead", "F", "sound.toggle_follow", "music", "",
           "Scroll during playback", None, "toggle"),
    Action("mixer", "Sound and &MIDI…", "Ctrl+Shift+M", "sound.show_mixer", "music", "sound",
           "Instruments, volumes, speed, MIDI ports, recording"),
    LINE,
    Action("score", "Sc&ore or alternatives", "Ctrl+Alt+O", "page.toggle_score", "music", "score",
           "Show the engraved score under the roll"),
    Action("staves", "Two or four sta&ves", "Ctrl+Shift+V", "page.toggle_staves", "music", "",
           "Change the layout of the score"),
    LINE,
    Action("zoom_in", "Zoom &in", "Ctrl+=; Ctrl++", "canvas.zoom_in", "page", "zoomin", "Zoom in"),
    Action("zoom_out", "Zoom &out", "Ctrl+-", "canvas.zoom_out", "page", "zoomout", "Zoom out"),
    Action("zoom_fit", "Zoom to &fit", "Ctrl+0", "canvas.zoom_reset", "page", "",
           "Show the whole page; again for 100 %"),
    LINE,
    Action("snap", "Snap to beats or sixteenths", "Ctrl+G", "roll.toggle_snap", "music", "",
           "Set where notes can start and end"),
    Action("note_names", "Note &names", "N", "roll.toggle", "music", "",
           "Show names on notes and keys, spelled by key", "note_names"),
    Action("ghosting", "Dim othe&r voices", "G", "roll.toggle", "music", "",
           "Show only the active voice in full colour", "ghosting"),
    Action("chords", "&Chord names", "C", "roll.toggle", "music", "", "Show the names of what sounds", "chords"),
    Action("chord_lane", "Chord l&ane", "Shift+C", "roll.toggle", "music", "",
           "Show the chords asked for above the notes", "chord_lane"),
    LINE,
    Action("mute", "&Mute voice", "M", "edits.mute", "music", "mute", "Mute the active voice"),
    Action("solo", "S&olo voice", "S", "edits.solo", "music", "sound", "Play only the active voice"),
    LINE,
    Action("rewrite_panel", "Rewrite panel", "Ctrl+Alt+R", "page.show_panel", "page", "",
           "Method and options", "rewrite"),
    Action("history_panel", "History panel", "Ctrl+H", "page.show_panel", "page", "history",
           "All results so far", "history"),
    Action("side_panels", "Si&de panels", "F9", "page.toggle_sides", "page", "", "Show or hide the side panels"),
    LINE,
    Action("light", "Light", "Ctrl+Alt+L", "window.set_theme", "", "", "Light theme", "light", "theme"),
    Action("dark", "Dark", "Ctrl+Alt+D", "window.set_theme", "", "", "Dark theme", "dark", "theme"),
    Action("system", "System theme", "Ctrl+Alt+S", "window.set_theme", "", "",
           "Follow the system setting", "system", "theme"),
    LINE,
    Action("next_tab", "Next page", "Ctrl+Tab; Ctrl+PgDown", "tabs.step_tab", "", "", "Go to the next page", 1),
    Action("previous_tab", "Previous page", "Ctrl+Shift+Tab; Ctrl+PgUp", "tabs.step_tab", "", "",
           "Go to the previous page", -1),
)
INSIGHT = (
    Action("insight_panel", "&Insight panel", "F8", "page.show_panel", "page", "",
           "Grade, surprise and voice leading", "insight"),
    LINE,
    Action("surprise", "&Surprise", "H", "insight.toggle_heat", "page", "",
           "How surprising each note is, given all the others"),
    Action("why_not", "&Why not …?", "Y", "why_not.ask_here", "music", "question",
           "What else the note could be, with probabilities"),
    Action("ask_me", "&Ask me", "Q", "insight.ask_what_next", "page", "question",
           "Which open note decides most of the others"),
    Action("lint_marks", "&Voice-leading marks", "J", "music_insight.toggle_marks", "music", "",
           "Show or hide voice-leading marks on the page"),
    LINE,
    Action("bach", "Is it &Bach?", "F7", "tabs.show_bach", "", "question",
           "Compare Bach with the model or your piece, blind"),
)
HELP = (
    Action("palette", "&Find an action…", "Ctrl+Shift+P", "dialogs.show_palette", "", "search",
           "Type what you want to do"),
    Action("keys", "&Keyboard shortcuts", "F1", "dialogs.show_keys", "", "keyboard", "All shortcuts on one sheet"),
    Action("guide", "&Guide", "Ctrl+Shift+G", "dialogs.show_guide", "", "text", "Ten minutes, with pictures"),
    Action("tour", "60-second &tour", "Shift+F1", "dialogs.show_tour", "", "clock", "Paint, rewrite, accept"),
    LINE,
    Action("model", "&Model card…", "Ctrl+F1", "dialogs.show_model", "", "", "What the model is and how well it does"),
    Action("log", "&Log and report…", "Ctrl+Shift+F1", "dialogs.show_log", "", "",
           "Recent events, and a report to copy"),
    Action("about", "&About", "Alt+F1", "dialogs.show_about", "", "", "Version and credits"),
)
# fmt: on

MENUS = {
    "file": Menu("&File", FILE),
    "edit": Menu("&Edit", EDIT),
    "paint": Menu("&Paint", PAINT),
    "rewrite": Menu("&Rewrite", REWRITE),
    "view": Menu("&View", VIEW),
    "insight": Menu("&Insight", INSIGHT),
    "help": Menu("&Help", HELP),
}
ACTIONS = tuple(row for menu in MENUS.values() for row in menu.actions)
BY_NAME = {action.name: action for action in ACTIONS}
MOUSE = (
    ("Wheel, Shift + wheel, Ctrl + wheel", "Scroll, scroll sideways, zoom at the cursor"),
    ("Middle button", "Drag the page"),
    ("Double-click", "Add a note"),
    ("Drag an edge of a note", "Change its length"),
    ("Right-click while drawing", "Erase a note"),
    ("Click or drag on the ruler", "Move there, or set a loop"),
    ("Click or drag over words with a brush", "Paint; a word with this brush moves to the next one"),
    ("Double-click a word", "Type there"),
    ("Drag over lanes or notes with a brush", "Paint; each stroke is one undo step"),
)


def tip(row: Action) -> str:
    """What an action does, in a sentence."""
    if row.tip:
        return tr(row.tip)
    return tr(VERBS[str(row.value)].tip) if row.value in VERBS else tr(row.text).replace("&", "")
