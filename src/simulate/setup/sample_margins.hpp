#pragma once
/// Margins of a sample, where its scenario asks for them (output.margins).

#include <span>

#include "plan/plan.hpp"
#include "plan/sample_margins.hpp"
#include "simulate/border/control_plan.hpp"

namespace montecopter {

/// Margins of the vehicle of `drawn`, a sample's scenario, under the control law of its row, which
/// knows the nominal one (fold_control()). Bits depend on nothing but these.
///
/// vehicle/stability/sample_margins.cpp defines it. It stands above simulate/ and takes the rows
/// and the control law from there, so the two libraries are linked with each other: a function that
/// each of those who fly had to hand over would be missing where one forgets it.
SampleMargins margins_of_sample(const Plan& plan, const Scenario& drawn, const ControlPlan& control,
                                std::span<const double> control_row);

}  // namespace montecopter
