"""The only torch room: networks, weights and the device. Everything here is reached through engine.neural.backend."""
