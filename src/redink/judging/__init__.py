"""People's judgements: what to ask, the page that asks, and where answers are kept."""
