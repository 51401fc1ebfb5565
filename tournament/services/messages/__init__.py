"""Messages by a service of the house's choice (Apprise), beside the push services of browsers.

    services    added, switched on, given a cap, removed; a test     addresses   sealed, and judged before one is kept
    posting     one message: the cap, the host, what came of it      library     the only place that knows Apprise
    testing     the director's test, in the sending process

Imports the ground floor (locks, log, errors, sealing).
"""
