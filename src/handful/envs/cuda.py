"""A batch on a GPU: one thread a game, the same loops, and arrays that PyTorch, JAX and CuPy share without a copy.

Nothing waits for the GPU: a step is a launch on the caller's stream, and an action that is not legal is only marked in
`refused`. What is copied to Python (`state`, `save`, `imagine`) waits for it, as it must.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any, NamedTuple

import numpy as np

from handful.envs import loops
from handful.envs.batch import Array, Batch
from handful.envs.dlpack import CUDA, Shared
from handful.game import Game
from handful.kernel import State, compiler
from handful.kernel.cuda import cuda, launch


class Launch(NamedTuple):
    """How kernels are compiled and launched: it decides how fast they are, and nothing else.

    As it stands here it was the best for all games together on an H200 (`python -m benchmarks.envs_cuda --launches`).
    """

    threads: int = 64
    """Of a block."""
    registers: int | None = 64
    """At most so many a thread; the fewer, the more threads run at once, and the more is kept in memory instead."""
    by_place: bool = False
    """Whether wide arrays lie in memory column by column, so that what neighbouring threads write are neighbours."""


ARGUMENTS = (3, 1, 1, 1, 1, 2, 6)
"""Of each loop: how many arguments stand between the games and the board."""


def kernel_of(loop: Callable[..., Any], arguments: int, registers: int | None) -> Any:
    """A kernel that runs a loop for one game a thread; so many arguments stand between the games and the board."""

    def with_none(board: Any, n: int) -> None:
        i = cuda.grid(1)
        if i < n:
            loop(i, i + 1, board)

    def with_one(one: Any, board: Any, n: int) -> None:
        i = cuda.grid(1)
        if i < n:
            loop(i, i + 1, one, board)

    def with_two(one: Any, two: Any, board: Any, n: int) -> None:
        i = cuda.grid(1)
        if i < n:
            loop(i, i + 1, one, two, board)

    def with_three(one: Any, two: Any, three: Any, board: Any, n: int) -> None:
        i = cuda.grid(1)
        if i < n:
            loop(i, i + 1, one, two, three, board)

    def with_six(one: Any, two: Any, three: Any, four: Any, five: Any, six: Any, board: Any, n: int) -> None:
        i = cuda.grid(1)
        if i < n:
            loop(i, i + 1, one, two, three, four, five, six, board)

    by_count = {0: with_none, 1: with_one, 2: with_two, 3: with_three, 6: with_six}
    return cuda.jit(by_count[arguments], max_registers=registers)


@cache
def kernels(game: Game, seats: int, kind: str, registers: int | None) -> loops.Loops:
    """The loops of one game as kernels."""
    made = loops.loops(game, seats if kind != "none" else 0, kind)
    compiler.learn_rules()
    return loops.Loops(*(kernel_of(loop, n, registers) for loop, n in zip(made, ARGUMENTS, strict=True)))


@cache
def feature_kernel(game: Game, seats: int, packed: bool, registers: int | None) -> Any:
    """The kernel that fills the features of legal actions."""
    made = loops.feature_loop(game, seats, packed)
    compiler.learn_rules()
    return kernel_of(made, 3, registers)


class CudaBatch(Batch):
    """A batch whose arrays are on a GPU.

    They have `__cuda_array_interface__`: `torch.as_tensor(batch.observations, device="cuda")` is the same memory.
    `stream` is where work is launched: 0, or the handle of a stream of yours.
    """

    stream: Any = 0
    launch = Launch()

    def use_stream(self, handle: int) -> None:
        """Launch on a stream of the caller from now on, such as `torch.cuda.current_stream().cuda_stream`.

        It waits for what was launched before; nothing waits here.
        """
        done = cuda.event(timing=False)
        done.record(self.stream)
        self.stream = cuda.external_stream(handle) if handle else 0
        done.wait(self.stream)

    def _board(self, state: State, facts: Array, settings: Array) -> loops.Board:
        board = super()._board(state, facts, settings)
        if not self.launch.by_place or self.together:
            return board
        wide = {"legal", "mask", "observations"} - set(self._into)
        board = board._replace(**{name: zeros_by_place(getattr(board, name)) for name in wide})
        self.legal = board.legal
        self.mask = board.mask if self._how["masks"] else None
        self.observations = board.observations if self.columns else None
        return board

    def _zeros(self, shape: Any, kind: Any) -> Any:
        """Room on the GPU, emptied there."""
        array = cuda.device_array(shape, kind)
        empty(array if array.ndim == 1 else array.reshape(array.size))
        return array

    def _given(self, array: Array) -> Any:
        return cuda.to_device(array.copy())

    def _shared(self, given: Any) -> Any:
        array = cuda.as_cuda_array(given, sync=False)
        empty(array.reshape(array.size))
        return array

    def _ready(self) -> loops.Loops:
        return kernels(self.game, self.seats, self._how["observations"], self.launch.registers)

    def _feature_loop(self) -> Any:
        return feature_kernel(self.game, self.seats, self.action_columns.packed, self.launch.registers)

    def _run(self, loop: Any, *arguments: Any) -> None:
        """Launch a kernel with a thread for each game."""
        launch(loop, self.n, self.launch.threads, self.stream, *arguments)

    def reset(self, chosen: Any = None) -> None:
        """Begin all games, or the chosen ones (a mask, best on the GPU); those go on with their next numbers."""
        which = self._on_the_gpu(np.ones(self.n, np.bool_) if chosen is None else chosen, np.bool_)
        self._run(self._loops.begin, which, int(chosen is not None), int(self.together), self.board)

    def _on_the_gpu(self, given: Any, kind: Any) -> Any:
        """An array that lies on the GPU as it is, or any other copied there; TypeError if it has other values."""
        if not hasattr(given, "__cuda_array_interface__"):
            return cuda.to_device(np.asarray(given, kind).reshape(-1), stream=self.stream)
        array = cuda.as_cuda_array(given, sync=False)
        if array.dtype != kind:
            raise TypeError(f"an array of {np.dtype(kind)} is needed on the GPU, not of {array.dtype}")
        return array.reshape(array.size)

    def step(self, actions: Any) -> None:
        """Launch a step; `actions` is an array of 64-bit integers on the GPU, or one that is copied there.

        Nothing is waited for and nothing raised: where an action was not legal `refused` is true.
        """
        loop = self._loops.step_together if self.together else self._loops.step
        self._run(loop, self._on_the_gpu(actions, np.int64), self.board)

    def random_actions(self) -> Any:
        """A legal action for every game, drawn on the GPU. The array is filled anew at the next call."""
        self._run(self._loops.draw, int(self.together), self._actions, self.board)
        return self._actions.reshape((self.n, self.seats)) if self.together else self._actions

    def _handed(self, array: Any) -> Shared:
        def wait(stream: int) -> None:
            """Let the stream of who takes the array wait for what is launched on ours; nothing waits here."""
            done = cuda.event(timing=False)
            done.record(self.stream)
            done.wait(cuda.external_stream(stream) if stream > 2 else 0)  # 1 and 2 are names of the usual stream

        address = array.__cuda_array_interface__["data"][0]
        return Shared(array, address, CUDA, cuda.get_current_device().id, wait)

    def _host(self, array: Any) -> Array:
        return array.copy_to_host() if hasattr(array, "copy_to_host") else np.asarray(array)

    def _put(self, array: Any, games: Any, values: Array) -> None:
        whole = array.copy_to_host()
        whole[games] = values
        array.copy_to_device(whole)


@cache
def _emptying() -> Any:
    def fill(values: Any, n: int) -> None:
        i = cuda.grid(1)
        if i < n:
            values[i] = 0

    return cuda.jit(fill)


def zeros_by_place(like: Any) -> Any:
    """An empty array of the same shape, in which the first values of all rows lie side by side."""
    array = cuda.device_array(like.shape, like.dtype, order="F")
    empty(array.ravel(order="F"))
    return array


def empty(flat: Any) -> None:
    """Set what an array on the GPU holds to 0."""
    values = flat.view(np.uint8 if flat.nbytes % 8 else np.int64)  # few wide writes
    launch(_emptying(), values.size, 256, 0, values)
