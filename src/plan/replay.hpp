#pragma once
/// Scenarios that fly some samples of a campaign again, or one of them as a scenario of its own,
/// for `replay`.

#include <cstdint>
#include <span>
#include <vector>

#include "plan/plan.hpp"

namespace montecopter {

/// The campaign's scenario, of which only these rows (ascending) are flown, all of them traced at
/// every step with all signals that there are. Their flights are those of the campaign bit for bit:
/// what is recorded is no part of a flight. Metrics by formula are, for they see the traces' times.
Scenario replay_of(const Plan& campaign, const std::vector<std::int64_t>& rows);

/// One row as a scenario: the values of its sweep point are in their places, and each dispersion is
/// a constant, `inputs` (one for each of Plan::input_columns()). It stays a dispersion because
/// controller and estimator know the nominal number and not the drawn one. Seed and sample keep
/// their numbers, so noise, turbulence and sensor errors are those of the row.
Scenario scenario_of_row(const Plan& campaign, std::int64_t row, std::span<const double> inputs);

/// The same, with the draws in the places of the numbers that they are of: what SampleBuilder sets
/// a sample up from. Controller and estimator would take these for nominal.
Scenario drawn_scenario(const Plan& campaign, std::int64_t row, std::span<const double> inputs);

}  // namespace montecopter
