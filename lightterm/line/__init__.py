"""Line mode: pages and answers as plain lines, nothing repainted; for screen readers, serial lines and scripts."""
