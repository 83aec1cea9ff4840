"""Write what commands print, in the pages, and the README's figures anew: `python -m scripts.pages [--slow]`."""

from __future__ import annotations

import sys

from . import DOCS, ROOT, blocks
from .architecture import drawn, with_words
from .figures import with_headlines
from .outputs import refreshed
from .settings import with_settings

if __name__ == "__main__":
    (DOCS / "architecture.svg").write_text(drawn(), encoding="utf-8")
    readme = ROOT / "README.md"
    for page in (readme, *sorted(DOCS.rglob("*.md"))):
        before = page.read_text(encoding="utf-8")
        after = refreshed(before, slow="--slow" in sys.argv[1:])
        after = with_headlines(after) if page == readme else with_words(with_settings(after))
        after, pictures = blocks.written(page, after)
        for file, picture in pictures.items():
            file.parent.mkdir(exist_ok=True)
            file.write_text(picture, encoding="utf-8")
        if after != before:
            page.write_text(after, encoding="utf-8")
            print(f"{page.relative_to(ROOT)}: written anew")
