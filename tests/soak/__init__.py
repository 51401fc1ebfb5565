"""An evening under faults: tablets tap, everything around them breaks, and what was acknowledged is what stands.

    python -m tests.soak --seed 1 --minutes 10 --database postgresql

`room` is the real house on a database of its own, `network` what lies between it and the `tablets`, `faults` what is
done to it. `history` is what each tablet has seen, `standing` what the database holds in the end, and `checker`
compares the two without knowing any of the others. `sabotages` break the promise on purpose: a checker that says
nothing then is worth nothing.
"""
