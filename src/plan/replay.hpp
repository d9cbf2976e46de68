#pragma once
/// Scenarios that fly some samples of a campaign again, or one of them as a scenario of its own,
/// for `replay`.

#include <cstdint>
#include <span>
#include <vector>

#include "plan/plan.hpp"

namespace montecopter {

/// The campaign's scenario with only these rows (ascending), all of them traced at every step with
/// all signals. Their flights equal the campaign's bit for bit, because recording is no part of a
/// flight. Metrics by formula differ, because they use the times of the traces.
Scenario replay_of(const Plan& campaign, const std::vector<std::int64_t>& rows);

/// One row as a scenario: the values of its sweep point are in place, and each dispersion is a
/// constant of `inputs` (one for each of Plan::input_columns()). It stays a dispersion because
/// controller and estimator know the nominal number and not the drawn one. Seed and sample keep
/// their numbers, so noise, turbulence and sensor errors are those of the row.
Scenario scenario_of_row(const Plan& campaign, std::int64_t row, std::span<const double> inputs);

/// One row as a scenario whose numbers are the draws, from which SampleBuilder sets up a sample.
/// Controller and estimator would take these numbers for nominal.
Scenario drawn_scenario(const Plan& campaign, std::int64_t row, std::span<const double> inputs);

/// A sample by its inputs (one for each dispersion) and by the number of its random numbers.
struct ListedSample {
  std::vector<double> inputs;
  std::int64_t noise = 0;
};

/// The scenario of a campaign without a sweep that flies these samples in place of its own. Each
/// flight has the bits of a sample of the campaign with this number and these draws.
Scenario scenario_of_samples(const Plan& campaign, std::span<const ListedSample> samples);

}  // namespace montecopter
