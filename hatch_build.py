"""Puts the browser client into every wheel and every source distribution: there is none without it.

A source distribution contains the built client, so that a wheel made from it needs neither Node nor npm. An editable
install builds nothing: scripts/build-web does.
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

sys.path.insert(0, str(Path(__file__).resolve().parent / "scripts"))

import browser_client


class BrowserClient(BuildHookInterface[Any]):
    """The build of the browser client as a part of the build of the package."""

    def dependencies(self) -> list[str]:
        """The wheel with Node, where the client is to be built and the machine has no Node."""
        if browser_client.is_current() or browser_client.machine_has_node():
            return []
        return [browser_client.NODE_WHEEL]

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:  # noqa: ARG002 - hatchling gives it
        """Build the client, unless it is current; end with a sentence if it cannot be."""
        if version == "editable":
            return
        try:
            browser_client.build()
        except browser_client.CannotBuild as error:
            sys.exit(f"{error}\nThere is no package without its browser client.")
