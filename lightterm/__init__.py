"""lightterm: the terminal-first text browser that people and agents share.

The map, from the bottom up (imports run downwards only; import-linter holds it):

    errors, records, resources, safe   the error tree, frozen records, where data files lie, the terminal choke point
    settings                           typed settings with their precedence
    document/                          a page as plain data, and its layout in cells
    fetch/, output/                    Request -> Response; Document -> text, ANSI, ...
    engines/, extract/                 Request -> Snapshot; Snapshot -> Document
    loading                            Request -> Page: tiers in order, judged, traced
    session/                           tabs, cookies, history; what people and agents act on
    commands/                          the one vocabulary of verbs
    cli                                arguments to commands
"""

__version__ = "0.1.0"
