"""What all tests share: one Hypothesis profile, deterministic, so that CI never flakes."""

from hypothesis import settings

# For a hunt with fresh random numbers: pytest --hypothesis-profile=default
settings.register_profile("ci", derandomize=True, deadline=None)
settings.load_profile("ci")
