"""What is tested only where it is installed: OpenSpiel (`scripts/setup bench`), and PyTorch (the extra `train`)."""

from importlib.util import find_spec

NEEDS = {
    "pyspiel": ["src/handful/envs/open_spiel.py", "tests/envs/test_open_spiel.py"],
    "torch": [f"src/handful/learning/{name}.py" for name in ("model", "ppo", "tables", "teacher", "training")],
}
collect_ignore = [file for package, files in NEEDS.items() if not find_spec(package) for file in files]
