"""Settings of all tests."""

import os

from hypothesis import HealthCheck, settings

# On a build machine the same examples every time; at a desk new ones every time. A busy machine is no failure.
QUIET = [HealthCheck.too_slow]
settings.register_profile("build", derandomize=True, deadline=None, suppress_health_check=QUIET)
settings.register_profile("desk", deadline=None, suppress_health_check=QUIET)
settings.load_profile("build" if os.environ.get("CI") else "desk")
