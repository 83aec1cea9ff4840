"""Structured logs: one JSON object a line, on standard error. No cookies, nonces, secrets or cards are ever logged.

Of a table only the beginning of its id: the whole of it is the link, which lets people in.
"""

from __future__ import annotations

import logging
import sys

import structlog


def begin() -> None:
    """Write logs as JSON, and of the libraries' only what is wrong."""
    structlog.configure(
        processors=[
            structlog.processors.add_log_level,
            structlog.processors.TimeStamper(fmt="iso", utc=True),
            structlog.processors.JSONRenderer(),
        ],
        wrapper_class=structlog.make_filtering_bound_logger(logging.INFO),
        logger_factory=structlog.WriteLoggerFactory(file=sys.stderr),
        cache_logger_on_first_use=True,
    )
    logging.basicConfig(level=logging.WARNING, handlers=[Plain()])


class Plain(logging.Handler):
    """The libraries' warnings in our form: one line, without tracebacks, which could hold what must not be logged."""

    def emit(self, record: logging.LogRecord) -> None:
        """Log one record."""
        error = record.exc_info[0].__name__ if record.exc_info and record.exc_info[0] else ""
        said = record.getMessage().strip().partition("\n")[0][:200]
        structlog.get_logger().warning(said, library=record.name, error=error)
