#pragma once
/// Scenario -> what the kernels know of the estimator, and where it starts in a sample.

#include "plan/plan.hpp"
#include "simulate/border/estimator_plan.hpp"
#include "simulate/setup/sensor_rows.hpp"

namespace montecopter {

/// The sensors are those of the plan, in its order.
EstimatorPlan plan_estimator(const Plan& plan);

/// What an estimator knows: the nominal sensors, field and gravity of a sweep point of the plan, as
/// the row of a sample (estimator_plan.hpp).
void known_to_estimator(const Scenario& nominal, const WorldConstants<double>& world,
                        const Plan& plan, double* row);

/// Lets the estimate of a sample start with the state at t = 0 (p, v, q, omega) and errors that are
/// drawn for it: puts them into its row.
void start_estimate(const double* state, const SampleDraws& sample, double* row);

}  // namespace montecopter
