"""What all tests share: one Hypothesis profile, deterministic, so that CI never flakes; one spaCy model."""

import pytest
from hypothesis import settings

# For a hunt with fresh random numbers: pytest --hypothesis-profile=default
settings.register_profile("ci", derandomize=True, deadline=None)
settings.load_profile("ci")


@pytest.fixture(scope="session")
def errant_pipeline():
    """Give the pipeline `errant`, loaded once for all tests, since that takes seconds."""
    pytest.importorskip("spacy", reason="needs the extra [errant]")
    from redink.errors import MissingExtraError
    from redink.language.spacy_pipeline import ErrantPipeline

    try:
        return ErrantPipeline()
    except MissingExtraError as error:
        pytest.skip(str(error))
