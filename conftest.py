"""What is tested only where it is installed: OpenSpiel is with the benchmarks (`scripts/setup bench`)."""

from importlib.util import find_spec

collect_ignore = [] if find_spec("pyspiel") else ["src/handful/envs/open_spiel.py", "tests/envs/test_open_spiel.py"]
