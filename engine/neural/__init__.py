"""Networks, weights and what runs them: the only room that knows torch and onnxruntime, reached through
engine.neural.backend."""
