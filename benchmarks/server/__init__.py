"""How many tables one server carries: real clients on real sockets, beside a bare echo and boardgame.io's server."""
