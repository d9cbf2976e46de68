# %% [markdown]
# # Fit a vehicle to a log, and validate it
#
# How heavy is the vehicle, and how much drag does it have? Here one sample of a campaign takes the place of a recorded
# flight, so that the answer is known.

# %%
import montecopter

scenario = {
    "schema": 1,
    "name": "quad",
    "vehicle": {"include": "scenarios/vehicles/hummingbird.toml", "linear_drag_n_s_m": 0.15},
    "integrator": {"type": "rk4", "rate_hz": 500},
    "simulation": {"duration_s": 6.0, "initial": {"position_m": [0, 0, -5]}},
    "trajectory": {"type": "lissajous", "center_m": [0, 0, -5], "amplitude_m": [1.5, 1.2, 0.5], "rate_rad_s": [1.6, 2.3, 2.9]},
    "controller": {"type": "lee", "rate_hz": 250, "position_gain_1_s2": 4.0, "velocity_gain_1_s": 3.0,
                   "attitude_gain_n_m": [0.8, 0.8, 0.3], "rate_gain_n_m_s": [0.11, 0.11, 0.07]},
    "output": {"signals": ["position", "velocity", "attitude", "body_rate", "rotor_speed"], "rate_hz": 250},
    "monte_carlo": {"samples": 3, "seed": 7},
    "disperse": {"vehicle.mass_kg": {"dist": "normal", "apply": "factor", "mean": 1.0, "sd": 0.05},
                 "vehicle.linear_drag_n_s_m": {"dist": "uniform", "low": 0.05, "high": 0.3}},
}
flown = montecopter.run(scenario, output="quad.h5", fresh=True)
true = flown.to_pandas().loc[2]
montecopter.call("export", flown, "--sample", 2, "--ulog", "quad.ulg", "--force")

# %% [markdown]
# The dispersions are the priors of the fit.

# %%
fitted = montecopter.fit(scenario, "quad.ulg", output="fitted.toml", fresh=True)
fitted.parameters[["value", "standard_error", "prior_mean", "prior_sd", "identified"]]

# %% [markdown]
# How well do both models predict the flight over a quarter of a second?

# %%
errors = {name: montecopter.validate(model, "quad.ulg", horizons=[0.25]).errors.set_index("quantity").rms
          for name, model in {"nominal": scenario, "fitted": "fitted.toml"}.items()}
errors["fitted"] / errors["nominal"]

# %% [markdown]
# Which of the two unknown numbers matters for the tracking error?

# %%
campaign = montecopter.run(scenario, samples=200, output="quad-many.h5", set={"output.traces": "none"}, fresh=True)
effects = montecopter.sensitivity(campaign, metrics="rms_tracking_error_m", resamples=200)
effects[["input", "rank_correlation"]]

# %%
montecopter.plot.tornado(campaign, "rms_tracking_error_m", output="gallery-tornado.png")
