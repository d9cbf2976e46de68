# %% [markdown]
# # Compare two sets of gains by requirements
#
# A delivery firm requires that the Iris stays within 0.3 m of its position in a gust, and tilts by less than 8.2
# degrees. Are stiffer position gains sufficient, and do they break another requirement?

# %%
import pandas

import montecopter

scenario = "scenarios/examples/iris-gust-requirements.toml"
limits = {"requirement.carried.at_most": 0.3, "requirement.carried.text": "Displaced by less than 0.3 m in 99 %",
          "requirement.lean.at_most": 8.2, "requirement.lean.text": "Tilt below 8.2 deg in 95 %"}
gains = {"controller.position_gain_1_s2": 9.0, "controller.velocity_gain_1_s": 4.5}
given = montecopter.run(scenario, set=limits, output="given.h5", fresh=True)
stiff = montecopter.run(scenario, set={**limits, **gains}, output="stiff.h5", fresh=True)

# %% [markdown]
# Verdicts are "met", "violated" or "undecided" at the confidence that the scenario states.

# %%
verdicts = pandas.DataFrame({name: {each.text: each.verdict for each in montecopter.requirements(result)}
                             for name, result in {"given": given, "stiff": stiff}.items()})
verdicts

# %% [markdown]
# The stiff gains meet the first requirement, and 1000 flights do not decide the second. Sample 7 meets the same gust in both campaigns, so that the
# differences come from the gains.

# %%
difference = montecopter.compare(given, stiff, metrics=["max_tracking_error_m", "max_tilt_deg"],
                                 margins={"max_tilt_deg": "20%"}).set_index("metric")
difference[["mean_a", "mean_b", "low95", "high95", "verdict"]]

# %% [markdown]
# Which limit of the tilt can the firm accept? Limits can change after the flights.

# %%
limits_deg = [8.0, 8.5, 9.0]
tilt = {limit: next(each.verdict for each in montecopter.requirements(stiff, set={"requirement.lean.at_most": limit})
                    if each.name == "lean") for limit in limits_deg}
tilt

# %%
montecopter.plot.histogram(given, stiff, metrics=["max_tracking_error_m", "max_tilt_deg"], output="gallery-gains.png")
