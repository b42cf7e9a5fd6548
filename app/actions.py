"""The one table of everything a person can ask for: words, keys, menu, icon, and the name of what answers. Menus, toolbar, palette and key sheet read it."""

from typing import NamedTuple

MENUS = {"file": "&File", "edit": "&Edit", "paint": "&Paint", "rewrite": "&Rewrite", "view": "&View", "insight": "&Insight", "help": "&Help"}


class Action(NamedTuple):
    """One row. `handler` is a dotted name seen from the window; `needs` names a condition of app.action_set; `group`: of those with one name one is on."""

    name: str
    text: str
    keys: tuple[str, ...]
    menu: str
    handler: str
    icon: str = ""
    tip: str = ""
    needs: str = ""
    group: str = ""
    value: object = None  # given to the handler, if any
    line: bool = False  # a separator before it


ACTIONS = (
    Action("new", "&New page", ("Ctrl+N",), "file", "files.new", "page", "An empty page of eight bars"),
    Action("new_text", "New pa&ge of text", ("Ctrl+Shift+N",), "file", "files.new_text", "text", "A page for sentences"),
    Action("open", "&Open…", ("Ctrl+O",), "file", "files.open", "open", "Open a Palimpsest project, MIDI, MusicXML or text"),
    Action("save", "&Save", ("Ctrl+S",), "file", "files.save", "save", "Save this page as a project", "page", line=True),
    Action("save_as", "Save &as…", ("Ctrl+Shift+S",), "file", "files.save_as", "", "Save under another name", "page"),
    Action("import", "&Import…", ("Ctrl+I",), "file", "files.import_file", "import", "Bring in MIDI or MusicXML, with a preview", line=True),
    Action("export_midi", "&Export MIDI…", ("Ctrl+E",), "file", "files.export_midi", "export", "A track for each voice, for any DAW", "music"),
    Action("export_musicxml", "Export Music&XML…", ("Ctrl+Shift+E",), "file", "files.export_musicxml", "", "A score, spelled by key", "music"),
    Action("export_wav", "Export &WAV…", ("Ctrl+Alt+E",), "file", "sound.export_wav", "", "The music as sound, by the built-in instruments", "music"),
    Action("export_pdf", "Export the score as P&DF…", ("Ctrl+Alt+P",), "file", "sound.export_score", "", "Engraved, on A4 pages", "music", value="pdf"),
    Action("export_svg", "Export the score as S&VG…", ("Ctrl+Alt+G",), "file", "sound.export_score", "", "Engraved, to draw on", "music", value="svg"),
    Action("export_png", "Export the score as PN&G…", ("Ctrl+Alt+F",), "file", "sound.export_score", "", "Engraved, as a picture", "music", value="png"),
    Action("print", "&Print the score…", ("Ctrl+Shift+L",), "file", "sound.print_score", "", "Engraved, on paper", "music"),
    Action("export_text", "Export te&xt…", ("Ctrl+Shift+T",), "file", "files.export_text", "", "The draft as plain text, a line for each sentence", "text"),
    Action("start", "S&tart page", ("Alt+Home",), "file", "show_start", "", "Examples, recent files, the tour", line=True),
    Action("settings", "Se&ttings…", ("Ctrl+,",), "file", "show_settings", "settings", "Theme, size, autosave, device"),
    Action("close", "&Close page", ("Ctrl+W", "Ctrl+F4"), "file", "close_page", "", "Close this page", "page"),
    Action("quit", "&Quit", ("Ctrl+Q",), "file", "close", "", "Close every page and the program"),
    Action("undo", "&Undo", ("Ctrl+Z",), "edit", "page.undo", "undo", "Take back the last step", "undo"),
    Action("redo", "&Redo", ("Ctrl+Y", "Ctrl+Shift+Z"), "edit", "page.redo", "redo", "Do again what was taken back", "redo"),
    Action("cut", "Cu&t", ("Ctrl+X",), "edit", "page.cut", "cut", "Copy the selected notes and delete them", "selection", line=True),
    Action("copy", "&Copy", ("Ctrl+C",), "edit", "page.copy", "copy", "Copy the selected notes", "selection"),
    Action("paste", "&Paste", ("Ctrl+V",), "edit", "page.paste", "paste", "Paste at the cursor", "page"),
    Action("delete", "&Delete", ("Del", "Backspace"), "edit", "page.delete", "delete", "Delete the selected notes", "selection"),
    Action("split", "S&plit notes", ("Ctrl+K",), "edit", "page.split", "split", "Strike each selected note again at its middle", "selection"),
    Action("join", "&Join the sentences", ("Ctrl+J",), "edit", "page.do", "", "This sentence and the next become one", "text", value="join"),
    Action(
        "add_sentence", "Add a sentence", ("Ctrl+Shift+Return",), "edit", "page.do", "add", "An empty sentence after this one", "text", value="add_sentence"
    ),
    Action("remove_sentence", "Remove the sentence", ("Ctrl+Shift+K",), "edit", "page.do", "", "Take this sentence out", "text", value="remove_sentence"),
    Action(
        "insert_blank", "Insert a blank", ("Ctrl+Shift+Space",), "edit", "page.do", "gap", "A word to be written, at the cursor", "text", value="insert_blank"
    ),
    Action(
        "widen_blank", "Wider blank", ("Ctrl+Shift+Right",), "edit", "page.do", "", "One word more for the blank at the cursor", "text", value="widen_blank"
    ),
    Action("narrow_blank", "Narrower blank", ("Ctrl+Shift+Left",), "edit", "page.do", "", "One word less for the blank", "text", value="narrow_blank"),
    Action("copy_all", "Copy", ("Ctrl+Shift+C",), "edit", "page.do", "copy", "Copy the whole draft as it is shown", "text", value="copy_all"),
    Action("select_all", "Select &all", ("Ctrl+A",), "edit", "page.select_all", "", "Select every note", "page", line=True),
    Action("select_none", "Select &nothing", ("Ctrl+Shift+A",), "edit", "page.select_none", "", "Drop the selection", "selection"),
    Action("transpose_up", "A semitone up", ("Alt+Up",), "edit", "page.transpose", "", "Transpose the selection, or everything", "music", value=1, line=True),
    Action("transpose_down", "A semitone down", ("Alt+Down",), "edit", "page.transpose", "", "Transpose the selection, or everything", "music", value=-1),
    Action("octave_up", "An octave up", ("Alt+Shift+Up",), "edit", "page.transpose", "", "Transpose the selection, or everything", "music", value=12),
    Action("octave_down", "An octave down", ("Alt+Shift+Down",), "edit", "page.transpose", "", "Transpose the selection, or everything", "music", value=-12),
    Action(
        "voice_up",
        "To the voice above",
        ("Ctrl+Alt+Up",),
        "edit",
        "page.move_to_voice",
        "",
        "Hand the selection up",
        "selection",
        value=-1,
    ),
    Action(
        "voice_down",
        "To the voice below",
        ("Ctrl+Alt+Down",),
        "edit",
        "page.move_to_voice",
        "",
        "Hand the selection down",
        "selection",
        value=1,
    ),
    Action("insert_bars", "&Insert bars…", ("Ctrl+B",), "edit", "page.insert_bars", "bars", "Empty bars before or after the cursor", "music", line=True),
    Action("delete_bars", "Delete &bars", ("Ctrl+Shift+B",), "edit", "page.delete_bars", "", "Delete the selected bars, or the cursor's", "music"),
    Action("fermata", "&Fermata", ("Ctrl+M",), "edit", "page.fermata", "fermata", "Set or take away a fermata at the cursor", "music"),
    Action(
        "piece",
        "Title, &key, metre, tempo…",
        ("Ctrl+P",),
        "edit",
        "page.piece_properties",
        "key",
        "What the whole piece, or the part from the cursor on, is in",
        "music",
    ),
    Action("step_longer", "Longer step", (".",), "edit", "sound.step_length", "", "The MIDI keyboard writes longer notes", "recording", value=1, line=True),
    Action("step_shorter", "Shorter step", (",",), "edit", "sound.step_length", "", "The MIDI keyboard writes shorter notes", "recording", value=-1),
    Action("step_dot", "Dotted step", ("D",), "edit", "sound.step_dot", "", "The MIDI keyboard writes notes half as long again", "recording"),
    Action("step_rest", "Rest for a step", ("R",), "edit", "sound.step_rest", "", "Leave a step silent and move on", "recording"),
    Action("step_back", "Step back", ("Shift+Backspace",), "edit", "sound.step_back", "", "Take back the last step; Backspace does it too", "recording"),
    Action("select", "&Select", ("1",), "paint", "page.set_tool", "select", "Select, move and stretch notes", "page", "tool", "select"),
    Action("draw", "&Draw", ("2",), "paint", "page.set_tool", "draw", "Draw notes in the active voice", "page", "tool", "draw"),
    Action("erase", "&Erase", ("3",), "paint", "page.set_tool", "erase", "Erase notes", "page", "tool", "erase"),
    Action("keep", "&Keep", ("4",), "paint", "page.set_tool", "", "It stays, and the rest follows it", "page", "tool", "KEEP", True),
    Action("whisper", "&Whisper", ("5",), "paint", "page.set_tool", "", "It stays, but the rest need not follow it", "page", "tool", "WHISPER"),
    Action("suggest", "S&uggest", ("6",), "paint", "page.set_tool", "", "Start from it; it may change", "page", "tool", "SUGGEST"),
    Action("rewrite_brush", "&Rewrite", ("7",), "paint", "page.set_tool", "", "Write it anew", "page", "tool", "REWRITE"),
    Action("paint_notes", "These &notes", ("Ctrl+Alt+N",), "paint", "page.paint_notes", "", "Paint the selected notes with the brush", "selection", line=True),
    Action("paint_voice", "Whole &voice", ("Ctrl+Alt+V",), "paint", "page.paint_voice", "", "Paint the active voice with the brush", "music"),
    Action("paint_bars", "These &bars", ("Ctrl+Alt+B",), "paint", "page.paint_bars", "", "Paint the bars of the selection or loop with the brush", "music"),
    Action("paint_rest", "All but the &melody", ("Ctrl+Alt+M",), "paint", "page.paint_rest", "", "Paint everything but the melody with the brush", "music"),
    Action(
        "paint_sentence",
        "This &sentence",
        ("Ctrl+Alt+T",),
        "paint",
        "page.paint_words",
        "",
        "Paint the sentence with the brush",
        "text",
        value="paint_sentence",
    ),
    Action(
        "paint_unstressed",
        "All but the stressed",
        ("Ctrl+Alt+A",),
        "paint",
        "page.paint_words",
        "",
        "Paint all words but the selected, or but those kept",
        "text",
        value="paint_unstressed",
    ),
    Action(
        "cycle", "Next brush for the word", ("Ctrl+Space",), "paint", "page.do", "", "Keep, Whisper, Suggest, Rewrite, and round again", "text", value="cycle"
    ),
    Action("invert", "&Invert", ("Ctrl+Alt+I",), "paint", "page.invert", "invert", "Keep and Rewrite change places, and so do Whisper and Suggest", "page"),
    Action("soprano", "Write in the soprano", ("Ctrl+Alt+1",), "paint", "page.set_voice", "", "Draw and paint in the soprano", "music", "voice", 0, True),
    Action("alto", "Write in the alto", ("Ctrl+Alt+2",), "paint", "page.set_voice", "", "Draw and paint in the alto", "music", "voice", 1),
    Action("tenor", "Write in the tenor", ("Ctrl+Alt+3",), "paint", "page.set_voice", "", "Draw and paint in the tenor", "music", "voice", 2),
    Action("bass", "Write in the bass", ("Ctrl+Alt+4",), "paint", "page.set_voice", "", "Draw and paint in the bass", "music", "voice", 3),
    Action("rewrite", "Re&write", ("Ctrl+Return", "Ctrl+Enter"), "rewrite", "page.rewrite", "", "Write what is painted Rewrite or Suggest", "page"),
    Action("verb_harmonise", "&Harmonise this melody", ("Ctrl+1",), "rewrite", "page.verb", "harmonise", "", "music", value="harmonise", line=True),
    Action("verb_bass", "New &bass line", ("Ctrl+2",), "rewrite", "page.verb", "bassline", "", "music", value="bass"),
    Action("verb_vary", "&Vary these bars", ("Ctrl+3",), "rewrite", "page.verb", "vary", "", "music", value="vary"),
    Action("verb_fill", "&Fill the gap", ("Ctrl+4",), "rewrite", "page.verb", "gap", "", "music", value="fill"),
    Action("verb_continue", "&Continue", ("Ctrl+5",), "rewrite", "page.verb", "continue", "", "music", value="continue"),
    Action("verb_compose", "Compose &8 bars", ("Ctrl+6",), "rewrite", "page.verb", "compose", "", "music", value="compose"),
    Action("verb_rest", "Rewrite the r&est", ("Alt+1",), "rewrite", "page.verb", "text", "", "text", value="rest", line=True),
    Action("verb_about", "Make it about …", ("Alt+2",), "rewrite", "page.do", "pin", "Stress these words, or others", "text", value="ask_topic"),
    Action("verb_shorter", "Shorter", ("Alt+3",), "rewrite", "page.verb", "shorter", "", "text", value="shorter"),
    Action("verb_longer", "Longer", ("Alt+4",), "rewrite", "page.verb", "longer", "", "text", value="longer"),
    Action("verb_blank", "Fill the blank", ("Alt+5",), "rewrite", "page.verb", "gap", "", "text", value="blank"),
    Action("verb_start", "Start from these words", ("Alt+6",), "rewrite", "page.verb", "continue", "", "text", value="start"),
    Action("ask_word", "What else could stand here", ("W",), "rewrite", "page.do", "question", "The ten likeliest words", "text", value="ask_here"),
    Action("accept", "&Accept", ("Return", "Enter"), "rewrite", "page.accept", "check", "Make the shown alternative the page", "ready", line=True),
    Action(
        "accept_bars", "Accept the selected bars", ("Shift+Return",), "rewrite", "page.accept_bars", "", "Take only the bars of the selection or loop", "ready"
    ),
    Action("accept_to_cursor", "Accept up to the cursor", ("Alt+Return",), "rewrite", "page.accept_to_cursor", "", "Take the words from the start", "ready"),
    Action("accept_s", "Accept the soprano only", ("Ctrl+Shift+1",), "rewrite", "page.accept_voice", "", "Take one voice of it", "ready", value=0),
    Action("accept_a", "Accept the alto only", ("Ctrl+Shift+2",), "rewrite", "page.accept_voice", "", "Take one voice of it", "ready", value=1),
    Action("accept_t", "Accept the tenor only", ("Ctrl+Shift+3",), "rewrite", "page.accept_voice", "", "Take one voice of it", "ready", value=2),
    Action("accept_b", "Accept the bass only", ("Ctrl+Shift+4",), "rewrite", "page.accept_voice", "", "Take one voice of it", "ready", value=3),
    Action(
        "reject", "Cancel or &reject", ("Esc",), "rewrite", "page.escape", "close", "Stop writing, put the alternatives away, or drop the selection", "page"
    ),
    Action("next", "&Next alternative", ("]",), "rewrite", "page.step", "", "Show the next alternative", "alternatives", value=1, line=True),
    Action("previous", "&Previous alternative", ("[",), "rewrite", "page.step", "", "Show the one before", "alternatives", value=-1),
    Action("original", "&Original", ("O",), "rewrite", "page.toggle_original", "", "Hold the key to see the page as it is", "ready"),
    Action("steps", "&Watch the steps", ("T",), "rewrite", "page.timeline.toggle", "steps", "Slide through the steps of the result", "page", line=True),
    Action("steps_play", "Play the steps", ("Shift+T",), "rewrite", "page.timeline.play", "", "See how the result came about, or pause", "steps"),
    Action("steps_back", "One step back", ("Alt+Left",), "rewrite", "page.timeline.move_by", "", "Show the step before", "steps", value=-1),
    Action("steps_on", "One step on", ("Alt+Right",), "rewrite", "page.timeline.move_by", "", "Show the step after", "steps", value=1),
    Action("steps_keep", "Keep this step", ("Ctrl+Alt+K",), "rewrite", "page.accept", "", "Make the page as it was at this step", "steps"),
    Action("branch", "&Branch from here", ("Ctrl+T",), "rewrite", "page.branch", "branch", "Write on from this step with the panel's options", "steps"),
    Action("play", "&Play or pause", ("Space",), "view", "page.play", "play", "Play from the cursor", "music"),
    Action("stop", "&Stop", ("Shift+Space",), "view", "page.stop", "stop", "Stop and go back", "music"),
    Action("loop", "&Loop", ("L",), "view", "page.toggle_loop", "loop", "Go round the region marked on the ruler", "music", "toggle"),
    Action("metronome", "Me&tronome", ("K",), "view", "sound.toggle_metronome", "metronome", "Tick on every beat while playing", "music", "toggle"),
    Action("count_in", "Count &in", ("Shift+K",), "view", "sound.toggle_count_in", "", "Tick one bar before playing begins", "music", "toggle"),
    Action("follow", "&Follow the playhead", ("F",), "view", "sound.toggle_follow", "", "Turn the page while playing", "music", "toggle"),
    Action("mixer", "Sound and &MIDI…", ("Ctrl+Shift+M",), "view", "sound.show_mixer", "sound", "Instruments, volumes, speed, MIDI ports, recording", "music"),
    Action(
        "score", "Sc&ore or alternatives", ("Ctrl+Alt+O",), "view", "page.under.toggle", "score", "Show the engraved score under the roll", "music", line=True
    ),
    Action("staves", "Two or four sta&ves", ("Ctrl+Shift+V",), "view", "page.under.toggle_staves", "", "How the score is laid out", "music"),
    Action("zoom_in", "Zoom &in", ("Ctrl+=", "Ctrl++"), "view", "page.zoom", "zoomin", "See less, larger", "page", value=1, line=True),
    Action("zoom_out", "Zoom &out", ("Ctrl+-",), "view", "page.zoom", "zoomout", "See more, smaller", "page", value=-1),
    Action("zoom_fit", "Zoom to &fit", ("Ctrl+0",), "view", "page.zoom", "", "The whole page", "page", value=0),
    Action("snap", "Snap to beats or sixteenths", ("Ctrl+G",), "view", "page.toggle_snap", "", "Where notes may begin and end", "music", line=True),
    Action("note_names", "Note &names", ("N",), "view", "page.switch", "", "Names on notes and keys, spelled by the key", "music", value="note_names"),
    Action("ghosting", "Other voices &pale", ("G",), "view", "page.switch", "", "Only the active voice in full ink", "music", value="ghosting"),
    Action("chords", "&Chord names", ("C",), "view", "page.switch", "", "Chord names above the bars", "music", value="chords"),
    Action("mute", "&Mute the voice", ("M",), "view", "page.mute", "mute", "Silence the active voice", "music", line=True),
    Action("solo", "S&olo the voice", ("S",), "view", "page.solo", "sound", "Hear only the active voice", "music"),
    Action("rewrite_panel", "Rewrite panel", ("Ctrl+Alt+R",), "view", "page.show_panel", "", "How to rewrite", "page", value="rewrite", line=True),
    Action("history_panel", "History panel", ("Ctrl+H",), "view", "page.show_panel", "history", "Every result so far", "page", value="history"),
    Action("side_panels", "Si&de panels", ("F9",), "view", "page.toggle_sides", "", "Show or hide the panels left and right", "page"),
    Action("light", "Light", ("Ctrl+Alt+L",), "view", "set_theme", "", "Light like vellum", "", "theme", "light", True),
    Action("dark", "Dark", ("Ctrl+Alt+D",), "view", "set_theme", "", "Dark like a lamp-lit desk", "", "theme", "dark"),
    Action("system", "As the system", ("Ctrl+Alt+S",), "view", "set_theme", "", "As the computer is set", "", "theme", "system"),
    Action("next_tab", "Next page", ("Ctrl+Tab", "Ctrl+PgDown"), "view", "step_tab", "", "The next page", "", value=1, line=True),
    Action("previous_tab", "Previous page", ("Ctrl+Shift+Tab", "Ctrl+PgUp"), "view", "step_tab", "", "The page before", "", value=-1),
    Action("insight_panel", "&Insight panel", ("F8",), "insight", "page.show_panel", "", "Grade, surprise and voice leading", "page", value="insight"),
    Action("surprise", "&Surprise", ("H",), "insight", "page.insight.toggle_heat", "", "How surprising each note is, given all the rest", "page", line=True),
    Action("why_not", "&Why not …?", ("Y",), "insight", "page.insight.why_not.ask_here", "question", "What else the note could be, with the odds", "music"),
    Action("ask_me", "&Ask me", ("Q",), "insight", "page.insight.ask_what_next", "question", "Which open note decides most of what is open", "page"),
    Action("lint_marks", "&Voice-leading marks", ("J",), "insight", "page.insight.toggle_marks", "", "Show or hide them on the page", "music"),
    Action("bach", "Is it &Bach?", ("F7",), "insight", "show_bach", "question", "Hear Bach against the model or your piece, blind", line=True),
    Action("palette", "&Find an action…", ("Ctrl+Shift+P",), "help", "show_palette", "search", "Type what you want to do"),
    Action("keys", "&Keys", ("F1",), "help", "show_keys", "keyboard", "Every key on one sheet"),
    Action("tour", "60-second &tour", ("Shift+F1",), "help", "show_tour", "clock", "Paint, rewrite, accept"),
    Action("model", "&Model card…", ("Ctrl+F1",), "help", "show_model", "", "What the model is and what it was measured at", line=True),
    Action("log", "&Log and report…", ("Ctrl+Shift+F1",), "help", "show_log", "", "What happened, and a report to copy"),
    Action("about", "&About", ("Alt+F1",), "help", "show_about", "", "What this is and whom it thanks"),
)
BY_NAME = {action.name: action for action in ACTIONS}
MOUSE = (
    ("Wheel, Shift + wheel, Ctrl + wheel", "Scroll, scroll sideways, zoom at the cursor"),
    ("Middle button", "Drag the page"),
    ("Double-click", "Add a note"),
    ("Drag an edge of a note", "Change its length"),
    ("Right-click while drawing", "Erase a note"),
    ("Click or drag on the ruler", "Go there, or mark a loop"),
    ("Click or drag over words with a brush", "Paint; a word painted so already goes on to the next brush"),
    ("Double-click a word", "Type there"),
    ("Drag over lanes or notes with a brush", "Paint; one stroke is one undo step"),
)
