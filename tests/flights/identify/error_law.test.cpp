/// The law of errors of predictions: recovered from flights that were made by it, and intervals
/// that hold new flights as often as they say.

#include "flights/identify/error_law.hpp"

#include <catch2/catch.hpp>
#include <cmath>
#include <random>

namespace montecopter::identify {
namespace {

/// Errors of a flight with one spread for all components and horizons.
SeenErrors seen_with(double spread, double ratio_of_mean) {
  SeenErrors seen;
  seen.at.resize(law_horizons_s.size());
  for (SeenErrors::At& at : seen.at)
    at.squares.fill(spread * spread), at.sizes.fill(ratio_of_mean * spread);
  seen.windows = 1000, seen.duration_s = 50;
  return seen;
}

const double normal_ratio = std::sqrt(2 / std::acos(-1.0));

TEST_CASE("the law of errors follows flights of many activities", "[law]") {
  // Spread 0.02 at 1 rad/s, to the power 0.4; no other difference. Of 40 logs the priors are hardly
  // seen: slope 1 +- 0.5 against 0.02.
  std::vector<SeenErrors> seen;
  std::vector<double> activities;
  double product = 0;
  for (int l = 0; l < 40; ++l) {
    const double activity = 0.25 + 0.1 * l;
    activities.push_back(activity), product += std::log(activity) / 40;
    seen.push_back(seen_with(0.02 * std::pow(activity, 0.4), normal_ratio));
  }
  const ErrorLaw law = law_of(seen, activities);
  CHECK(law.activity_rad_s == Approx(std::exp(product)));
  const ErrorLawAt at = law_at(law, 0.17);
  CHECK(at.slope[2] == Approx(0.4).margin(0.02));
  CHECK(at.within_sd[2] == Approx(0).margin(1e-6));
  for (const double activity : {0.1, 1.0, 20.0}) {
    const FlightScale scale = predicted_scale(law, at, 2, activity);
    CHECK(at.scale[7] * std::exp(scale.mean) ==
          Approx(0.02 * std::pow(activity, 0.4)).epsilon(0.05));
  }
}

TEST_CASE("spreads within a flight are found from means and squares", "[law]") {
  // Lognormal with 0.6: E|x| / sqrt(E x^2) = sqrt(2 / pi) exp(-0.18).
  const ErrorLaw law = law_of({seen_with(1, normal_ratio * std::exp(-0.18))}, {1});
  CHECK(law.at[0].within_sd[0] == Approx(0.6));
  // One log shows nothing of others.
  CHECK(predicted_scale(law, law.at[0], 0, 5).sd == 0);
  CHECK(predicted_scale(law, law.at[0], 0, 5).mean == 0);
}

/// How often a new flight's spread is within the 95 % interval of the law of `logs` flights.
double held(int logs, double between, double slope, double student_975) {
  std::mt19937_64 bits(7);
  std::normal_distribution<double> normal;
  const auto spread_at = [&](double activity) {
    return 0.1 * std::pow(activity, slope) * std::exp(between * normal(bits));
  };
  int inside = 0;
  const int trials = 2000;
  for (int trial = 0; trial < trials; ++trial) {
    std::vector<SeenErrors> seen;
    std::vector<double> activities;
    for (int l = 0; l < logs; ++l) {
      activities.push_back(std::exp(0.5 * normal(bits)));
      seen.push_back(seen_with(spread_at(activities.back()), normal_ratio));
    }
    const ErrorLaw law = law_of(seen, activities);
    const double activity = std::exp(0.5 * normal(bits));
    const FlightScale scale = predicted_scale(law, law.at[1], 3, activity);
    const double off = std::log(spread_at(activity) / law.at[1].scale[9]) - scale.mean;
    inside += std::fabs(off) < student_975 * scale.sd ? 1 : 0;
  }
  return inside / static_cast<double>(trials);
}

TEST_CASE("intervals of the law hold new flights", "[law]") {
  // 95 %, give or take three standard errors of 2000 trials (1.5 %) and what priors do: the scatter
  // of the prior is 0.25, and its slope 1 +- 0.5. Quantiles: tables of Student's t with n + 1.
  CHECK(held(6, 0.25, 1.0, 2.365) == Approx(0.95).margin(0.025));
  CHECK(held(12, 0.4, 0.6, 2.160) == Approx(0.95).margin(0.03));
  // Where flights differ little the prior is too cautious, never too sure.
  CHECK(held(6, 0.1, 1.0, 2.365) > 0.95);
}

TEST_CASE("a part of a flight shows how rough it is", "[law]") {
  const ErrorLaw law = law_of({seen_with(1, normal_ratio), seen_with(1, normal_ratio)}, {1, 1});
  const ErrorLawAt at = law.at[0];
  SeenErrors rough = seen_with(3, normal_ratio);
  const FlightScale before = predicted_scale(law, at, 1, 1);
  const FlightScale after = seen_scale(before, at, 1, rough, 0);
  // The logarithm of a spread of 50 independent normal parts has the variance 1 / 100.
  const double known = 1 / (before.sd * before.sd), weight = 100 / (100 + known);
  CHECK(after.mean == Approx(weight * std::log(3.0)));
  CHECK(after.sd == Approx(1 / std::sqrt(100 + known)));
  rough.duration_s = 0.5;  // less than one part
  CHECK(seen_scale(before, at, 1, rough, 0).mean == before.mean);
}

}  // namespace
}  // namespace montecopter::identify
