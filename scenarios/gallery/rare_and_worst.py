# %% [markdown]
# # A rare violation and the worst flight
#
# An Iris may be displaced by 0.6 m in a gust. How rarely is it displaced farther, and which plausible flight is the worst?

# %%
import montecopter

gust = "scenarios/examples/iris-gust-requirements.toml"
keys = {"simulation.duration_s": 3.0, "requirement.carried.at_most": 0.6}
rare = montecopter.rare(gust, requirement="carried", per_level=1000, set=keys)
rare.probability, rare.low, rare.high

# %% [markdown]
# Each level is ten times as rare as the one before. Plain flights reach the first levels only.

# %%
montecopter.plot.rare(rare, output="gallery-rare.png")

# %% [markdown]
# The search keeps its three worst flights as a scenario.

# %%
worst = montecopter.worst(gust, requirement="carried", samples=1000, keep=3, set=keys, flights="worst.toml", fresh=True)
montecopter.plot.worst(worst, output="gallery-worst.png")

# %% [markdown]
# They fly again with the same bits, as samples of an ordinary result.

# %%
again = montecopter.run("worst.toml", output="worst.h5", fresh=True)
again.to_pandas()[["m_max_tracking_error_m", "in_vehicle.mass_kg", "in_wind.0.to_m_s.x"]]
