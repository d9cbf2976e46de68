#pragma once
/// Scenario -> what the kernels know of the estimator, and where it starts in a sample.
///
/// Once per run plan_estimator() finds the sensors that it uses, how far behind the present it is,
/// and where its memory lies. At each sweep point known_to_estimator() folds what it knows: the
/// nominal sensors, field and gravity. For each sample start_estimate() draws the errors with which
/// it starts.

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
void start_estimate(const double* state, const SampleDraws& draws, double* row);

}  // namespace montecopter
