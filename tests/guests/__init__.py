"""Tests with the real package gec-metrics; run by `make test-guests`."""
