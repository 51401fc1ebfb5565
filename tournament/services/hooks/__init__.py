"""Web hooks: what the director does with endpoints, and how what stands in the outbox is sent.

endpoints   added, given a new secret, switched, removed; a test, a message sent again
keys        what signs for an endpoint
posting     one POST: the host looked up once, its address checked and connected to
sending     who may send, what is next, what came of it
"""
