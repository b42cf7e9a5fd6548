"""What is measured of the networks and the baselines."""
