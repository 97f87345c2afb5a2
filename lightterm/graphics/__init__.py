"""Pictures on a terminal: what it can show, decoding within bounds, one self-contained band for each row of text."""
