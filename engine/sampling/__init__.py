"""What a sampler sees, the samplers, their options and orders, and questions to a network."""
