"""Write what commands print, in the pages, and the README's figures anew: `python -m scripts.pages [--slow]`."""

from __future__ import annotations

import sys

from . import DOCS, ROOT
from .figures import with_headlines
from .outputs import refreshed

if __name__ == "__main__":
    readme = ROOT / "README.md"
    for page in (readme, *sorted(DOCS.rglob("*.md"))):
        before = page.read_text(encoding="utf-8")
        after = refreshed(before, slow="--slow" in sys.argv[1:])
        after = with_headlines(after) if page == readme else after
        if after != before:
            page.write_text(after, encoding="utf-8")
            print(f"{page.relative_to(ROOT)}: written anew")
