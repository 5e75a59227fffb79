"""Tests of the adapters that need none of the packages they serve."""
