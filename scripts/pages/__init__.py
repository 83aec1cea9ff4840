"""What the pages under docs/ take from the program itself: rules, tables, drawings, figures, outputs of commands.

All of it stands in the files, so that they read well as plain Markdown: `python -m scripts.pages` writes it anew, and a
test compares. The site has the same, with larger drawings.
"""

from __future__ import annotations

import re
from pathlib import Path

ROOT = Path(__file__).parents[2]
DOCS = ROOT / "docs"
FENCE = re.compile(r"^```(\w*)([^\n]*)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
