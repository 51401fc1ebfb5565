"""Forms of the cash desk: prices, chips offered for money, tills. May import `fields`."""
