"""Reading a piece as a score: engraved by Verovio from our MusicXML, drawn by Qt, linked with the page, printed and
exported."""
