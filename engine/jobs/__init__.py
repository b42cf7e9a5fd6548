"""A request in, events out: jobs, questions, recorded steps, and where predictors come from."""
