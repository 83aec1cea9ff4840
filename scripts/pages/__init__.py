"""What the pages under docs/ take from the program itself: rules, tables, drawings, figures, outputs of commands.

A page has a marker such as `<!-- options -->`, or a fence such as ```position, where something is filled in when the
site is built; the outputs of commands and the figures of the README stand in the files, and `python -m scripts.pages`
writes them anew.
"""

from __future__ import annotations

import re
from pathlib import Path

ROOT = Path(__file__).parents[2]
DOCS = ROOT / "docs"
FENCE = re.compile(r"^```(\w*)([^\n]*)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
