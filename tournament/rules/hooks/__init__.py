"""Web hooks, as Standard Webhooks 1.0.0 has them: what is signed, when it is tried again, which addresses are asked.

signing      the signed text, HMAC-SHA256, how keys are written
schedule     when the next try is due
destinations what is typed as an address, and whether a host's address may be asked
"""
