"""Settings of all tests."""

import os
import signal

from hypothesis import HealthCheck, settings

from handful import kit
from handful.kernel import NOBODY, OWNER

# On a build machine the same examples every time; at a desk new ones every time. A busy machine is no failure.
QUIET = [HealthCheck.too_slow]
settings.register_profile("build", derandomize=True, deadline=None, suppress_health_check=QUIET)
settings.register_profile("desk", deadline=None, suppress_health_check=QUIET)
settings.load_profile("build" if os.environ.get("CI") else "desk")

# What lies face down in the games of this house, whatever their declarations say.
kit.FACE_DOWN.update(hands=OWNER, deck=NOBODY, pile=NOBODY)

# Tests that are started in the background have Ctrl-C ignored, and every program that they start would inherit that.
signal.signal(signal.SIGINT, signal.default_int_handler)
