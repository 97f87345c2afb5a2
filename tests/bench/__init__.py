"""Programs that measure and print what they found: `python -m tests.bench.NAME` from the top of the repository.

What tests share stands beside this directory, where pytest looks by itself; here it has to be said.
"""

import sys
from pathlib import Path

if (shared := str(Path(__file__).parents[1])) not in sys.path:
    sys.path.append(shared)
