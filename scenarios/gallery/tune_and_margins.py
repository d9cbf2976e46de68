# %% [markdown]
# # Tune a controller, and check its margins
#
# The Iris in the gust has a phase margin of 44 degrees in roll. Which gains give 55 degrees, and what do they cost?

# %%
import pandas

import montecopter

scenario = "scenarios/examples/iris-gust.toml"
before = montecopter.margins(scenario).loops.set_index("loop")
before.loc[["roll", "pitch", "yaw"], ["phase_deg", "gain_up_db", "delay_s", "bandwidth_rad_s"]]

# %%
tuning = montecopter.tune(scenario, phase_margin=55)
tuning.notes

# %%
tuning.compared[["gains", "phase_deg", "bandwidth_rad_s", "peak_deg"]]

# %%
after = montecopter.margins(scenario, set=tuning.overrides).loops.set_index("loop")
phase = pandas.DataFrame({"before": before.phase_deg, "after": after.phase_deg}).loc[["roll", "pitch", "yaw"]]
phase

# %%
montecopter.plot.margins(scenario, loops=["roll", "yaw"], output="gallery-margins.png")

# %% [markdown]
# How much delay can the loop have before it is unstable?

# %%
delays_s = [0.0, 0.004, 0.008, 0.016, 0.032]
margin = [montecopter.margins(scenario, set={**tuning.overrides, "controller.delay_s": delay}) for delay in delays_s]
pandas.Series([each.disk if each.stable else 0.0 for each in margin], index=delays_s, name="disk margin")

# %% [markdown]
# The same gusts with both sets of gains.

# %%
old = montecopter.run(scenario, output="tune-before.h5", fresh=True)
new = montecopter.run(scenario, set=tuning.overrides, output="tune-after.h5", fresh=True)
difference = montecopter.compare(old, new, metrics=["max_tracking_error_m", "max_tilt_deg"]).set_index("metric")
difference[["mean_a", "mean_b", "low95", "high95"]]
