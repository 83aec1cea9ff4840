"""What is tested only where it is installed: OpenSpiel comes with the benchmarks, PyTorch with `handful[train]`."""

from importlib.util import find_spec

collect_ignore = [] if find_spec("pyspiel") else ["src/handful/envs/open_spiel.py", "tests/envs/test_open_spiel.py"]
collect_ignore_glob = [] if find_spec("torch") else ["src/handful/learning/*.py"]
