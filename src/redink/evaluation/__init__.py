"""What every question needs, once: data, trust, statistics, estimates, signatures, results."""
