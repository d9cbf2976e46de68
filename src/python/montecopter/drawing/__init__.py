"""The pictures of montecopter.plot and scripts/plot, with matplotlib."""
