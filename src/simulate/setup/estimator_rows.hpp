#pragma once
/// Scenario -> the estimator as kernels know it, and its start in a sample.
///
/// Once per run plan_estimator() finds the sensors that it uses, its delay behind the present, and
/// the place of its memory. At each sweep point known_to_estimator() writes its model: the nominal
/// sensors, field and gravity. For each sample start_estimate() draws the initial errors.

#include "plan/plan.hpp"
#include "simulate/border/estimator_plan.hpp"
#include "simulate/setup/sensor_rows.hpp"

namespace montecopter {

/// Plans the estimator. The sensors have the order of the plan.
EstimatorPlan plan_estimator(const Plan& plan);

/// Writes the estimator's model, that is, the nominal sensors, field and gravity of a sweep point,
/// into the row of a sample (estimator_plan.hpp).
void known_to_estimator(const Scenario& nominal, const WorldConstants<double>& world,
                        const Plan& plan, double* row);

/// Starts the estimate of a sample with the state at t = 0 (p, v, q, omega) and with errors drawn
/// for it: writes them into its row.
void start_estimate(const double* state, const SampleDraws& draws, double* row);

}  // namespace montecopter
