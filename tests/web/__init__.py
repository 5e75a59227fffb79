"""Tests of `redink web`."""
