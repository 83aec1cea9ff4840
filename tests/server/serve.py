"""A real server in a process of its own: `python -m tests.server.serve SETTINGS`, with the settings as JSON."""

import sys

import msgspec

from handful.server import logs
from handful.server.process import run
from handful.server.settings import Settings

if __name__ == "__main__":
    logs.begin()
    run(msgspec.json.decode(sys.argv[1], type=Settings), lambda address: print(address, flush=True))
