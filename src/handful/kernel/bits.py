"""Questions about a set kept as the bits of one integer.

The bodies below are what Python runs; `native.py` gives compiled code the one machine instruction for each.
"""


def count(bits: int) -> int:
    """How many members the set has.

    >>> count(0b1011)
    3
    """
    return bits.bit_count()


def lowest(bits: int) -> int:
    """The smallest member of a set that is not empty.

    >>> lowest(0b1010)
    1
    """
    return (bits & -bits).bit_length() - 1


def highest(bits: int) -> int:
    """The largest member of a set that is not empty.

    >>> highest(0b1010)
    3
    """
    return bits.bit_length() - 1
