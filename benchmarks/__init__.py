"""How fast Handful is, beside its peers, measured in one run: `make bench`. On a GPU: `python -m benchmarks.cuda`."""
