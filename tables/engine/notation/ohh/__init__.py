"""Hands as Open Hand History: `reading` and `writing`. Loads JSON, so nothing else imports it."""
