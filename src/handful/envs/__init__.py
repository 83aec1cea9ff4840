"""Environments for research: many games in step, and the interfaces that the field uses.

Everything here is imported when it is first asked for.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from handful.envs.batch import Batch, Saved
    from handful.game import knowing, remembering

__all__ = ["Batch", "Saved", "knowing", "remembering"]


def __getattr__(name: str) -> Any:
    if name in __all__:
        return getattr(import_module("handful.envs.batch"), name)
    raise AttributeError(f"handful.envs has no {name}")
