"""Do people agree with each other and with the machine? The 2021 study."""
