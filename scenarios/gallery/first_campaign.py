# %% [markdown]
# # A first campaign
#
# An Iris hovers when a gust comes. How far is it displaced, how much does it tilt, and which flight is the worst?

# %%
import montecopter

result = montecopter.run("scenarios/examples/iris-gust.toml", samples=200, output="first.h5", fresh=True)
result.summary["status"]["ok"]

# %% [markdown]
# One row for each flight: drawn inputs (`in_`) and metrics (`m_`).

# %%
table = result.to_pandas()
table[["m_max_tilt_deg", "m_max_tracking_error_m"]].describe()

# %% [markdown]
# Statistics with 95 % intervals, as `montecopter stats` prints them.

# %%
statistics = montecopter.stats(result, metrics=["max_tilt_deg", "max_tracking_error_m"])
statistics[["mean", "mean_low95", "mean_high95", "q95"]]

# %%
montecopter.plot.histogram(result, metrics=["max_tilt_deg", "max_tracking_error_m"], output="gallery-first-histogram.png")

# %% [markdown]
# The three worst flights, flown again with all signals at every step.

# %%
worst = montecopter.replay(result, worst=3, by="max_tracking_error_m", signals=["position", "attitude", "wind"],
                           rate_hz=100, output="first-worst.h5", fresh=True)
montecopter.plot.traces(worst, signals=["wind.north", "position.north", "euler_angles.pitch"], worst=3,
                        by="max_tracking_error_m", output="gallery-first-worst.png")
