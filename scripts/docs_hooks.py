"""What MkDocs is told beyond mkdocs.yml.

The page of every game is filled in from its room, figures come from the results of the benchmarks, and no page loads
anything from another machine.
"""

from __future__ import annotations

import re

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.exceptions import PluginError
from mkdocs.structure.files import File, Files
from mkdocs.structure.pages import Page
from pages import ROOT, blocks, figures, games

from handful.games import ROOMS

ELSEWHERE = re.compile(r"<(?:script|link|img|iframe|source)\b[^>]*?(?:src|href)=\"?(?:https?:)?//[^>]*>")


def on_config(config: MkDocsConfig) -> MkDocsConfig:
    """Put the games into the navigation, and watch what the pages are made from."""
    if config.nav is not None:
        config.nav.insert(1, {"The games": games.addresses()})
    config.watch += [str(ROOT / "src" / "handful" / "games"), str(figures.RESULTS)]
    return config


def on_files(files: Files, config: MkDocsConfig) -> Files:
    """Fill in the pages of the games; every numbered rule can be linked to: games/spar.md#4.3. And the picture."""
    for name, address in zip(ROOMS, games.addresses(), strict=True):
        if found := files.get_file_from_path(address):
            files.remove(found)
        files.append(File.generated(config, address, content=games.filled(name)))
    for picture in sorted(figures.RESULTS.glob("*.svg")):
        files.append(File.generated(config, f"results/{picture.name}", abs_src_path=str(picture)))
    return files


def on_page_markdown(markdown: str, page: Page, config: MkDocsConfig, files: Files) -> str:
    """Fill in the figures and draw the positions."""
    return games.drawn(blocks.for_site(markdown, "")).replace("```console slow", "```console")


def on_post_page(output: str, page: Page, config: MkDocsConfig) -> str:
    """Refuse a page that loads anything from another machine."""
    if found := ELSEWHERE.search(output):
        raise PluginError(f"{page.file.src_uri} loads something from elsewhere: {found[0]}")
    return output
