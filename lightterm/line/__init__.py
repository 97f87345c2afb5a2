"""Line mode: pages and answers as plain lines, nothing repainted; for screen readers, serial lines and scripts."""

DUMB = ("", "dumb", "unknown")
"""What TERM says of a terminal that understands no escape codes."""
