"""The interface: what other programs read and write, at /api/v1/ (docs/interface.md).

Each answer has the figures of the page for people, from the same query; each write goes through the same service and
leaves the same line in the log. What only concerns events is here, what knows seats and hands in `tables.api`;
`tournament.config.api` puts both together. `answers` stands around every operation, `problems` says what is wrong,
`tokens` who may, `limits` how often, `shapes` how values are written.
"""
