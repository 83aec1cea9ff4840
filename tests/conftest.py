"""Settings of all tests."""

import os
import signal

from hypothesis import HealthCheck, settings

# On a build machine the same examples every time; at a desk new ones every time. A busy machine is no failure.
QUIET = [HealthCheck.too_slow]
settings.register_profile("build", derandomize=True, deadline=None, suppress_health_check=QUIET)
settings.register_profile("desk", deadline=None, suppress_health_check=QUIET)
settings.load_profile("build" if os.environ.get("CI") else "desk")

# Tests that are started in the background have Ctrl-C ignored, and every program that they start would inherit that.
signal.signal(signal.SIGINT, signal.default_int_handler)
