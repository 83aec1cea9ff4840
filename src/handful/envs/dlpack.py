"""An array handed to another library without a copy, by DLPack: where it lies, and who keeps it until that is done.

NumPy's own arrays can do this; those of numba-cuda cannot. Here it is written once for memory of any kind.
"""

from __future__ import annotations

from collections.abc import Callable
from ctypes import (
    CFUNCTYPE,
    POINTER,
    Structure,
    addressof,
    c_char_p,
    c_int32,
    c_int64,
    c_uint8,
    c_uint16,
    c_uint32,
    c_uint64,
    c_void_p,
    py_object,
    pythonapi,
)  # fmt: skip
from typing import Any

CPU, CUDA = 1, 2
"""Kinds of devices, as DLPack numbers them."""
CODES = {"i": 0, "u": 1, "f": 2, "b": 6}
"""Kinds of values, likewise; of a NumPy type that is `dtype.kind`."""
VERSION = (1, 0)

Delete = CFUNCTYPE(None, c_void_p)


class _Device(Structure):
    _fields_ = [("kind", c_int32), ("number", c_int32)]


class _Type(Structure):
    _fields_ = [("code", c_uint8), ("bits", c_uint8), ("lanes", c_uint16)]


class _Tensor(Structure):
    _fields_ = [
        ("data", c_void_p), ("device", _Device), ("ndim", c_int32), ("dtype", _Type), ("shape", POINTER(c_int64)),
        ("strides", POINTER(c_int64)), ("byte_offset", c_uint64),
    ]  # fmt: skip


class _Managed(Structure):
    _fields_ = [("tensor", _Tensor), ("context", c_void_p), ("delete", Delete)]


class _Versioned(Structure):
    _fields_ = [
        ("major", c_uint32), ("minor", c_uint32), ("context", c_void_p), ("delete", Delete), ("flags", c_uint64),
        ("tensor", _Tensor),
    ]  # fmt: skip


NAMES = {_Managed: b"dltensor", _Versioned: b"dltensor_versioned"}
_lent: dict[int, tuple[Any, ...]] = {}
"""By the address of what was handed over: all that must live until the other library gives it back."""


_is_valid = pythonapi["PyCapsule_IsValid"]
_is_valid.argtypes = [c_void_p, c_char_p]
_pointer = pythonapi["PyCapsule_GetPointer"]
_pointer.argtypes, _pointer.restype = [c_void_p, c_char_p], c_void_p
_capsule = pythonapi["PyCapsule_New"]
_capsule.argtypes, _capsule.restype = [c_void_p, c_char_p, c_void_p], py_object


def _given_back(address: int) -> None:
    _lent.pop(address, None)


def _ended(capsule: int) -> None:
    """A capsule ends: if nobody took what is in it, it is given back."""
    for name in NAMES.values():
        if _is_valid(capsule, name):
            _given_back(_pointer(capsule, name))


GIVE_BACK, END = Delete(_given_back), Delete(_ended)


class Shared:
    """An array that other libraries take over with their `from_dlpack`; it is the same memory.

    >>> import numpy as np
    >>> row = np.arange(3)
    >>> np.from_dlpack(Shared(row, row.ctypes.data, CPU)).base is not row
    True
    """

    def __init__(
        self, array: Any, address: int, device: int, number: int = 0, wait: Callable[[int], None] | None = None
    ) -> None:
        """An array whose first value lies at an address on a device; `wait` lets a stream wait for what fills it."""
        self.array, self.address, self.device, self.number, self.wait = array, address, device, number, wait

    def __dlpack_device__(self) -> tuple[int, int]:
        """Where it lies."""
        return self.device, self.number

    def __dlpack__(
        self,
        *,
        stream: int | None = None,
        max_version: tuple[int, int] | None = None,
        dl_device: tuple[int, int] | None = None,
        copy: bool | None = None,
    ) -> Any:
        """A capsule with the array; BufferError if a copy is asked for, or another device."""
        if copy or (dl_device is not None and tuple(dl_device) != self.__dlpack_device__()):
            raise BufferError("this array is handed over as it is, where it is")
        if self.wait and stream != -1:
            self.wait(stream or 0)
        made: Any = _Versioned() if max_version and max_version[0] >= VERSION[0] else _Managed()
        if isinstance(made, _Versioned):
            made.major, made.minor = VERSION
        array, dtype = self.array, self.array.dtype
        shape = (c_int64 * array.ndim)(*array.shape)
        strides = (c_int64 * array.ndim)(*(step // dtype.itemsize for step in array.strides))
        kind = _Type(CODES[dtype.kind], 8 * dtype.itemsize, 1)
        made.tensor = _Tensor(self.address, _Device(self.device, self.number), array.ndim, kind, shape, strides, 0)
        made.delete = GIVE_BACK
        _lent[addressof(made)] = (made, array, shape, strides)
        return _capsule(addressof(made), NAMES[type(made)], END)
