#include "vehicle/rare/importance_sampling.hpp"

#include <catch2/catch.hpp>
#include <cmath>

#include "vehicle/rare/addressed_numbers.hpp"
#include "vehicle/rare/reference_problems.hpp"

namespace montecopter {
namespace {

using reference_problems::named;
using reference_problems::Reference;

ImportanceEstimate sampled(const Reference& problem, SubsetSettings settings) {
  settings.dimensions = problem.dimensions;
  return importance_sampling(settings, [&](std::span<const RarePoint> points) {
    std::vector<double> beyond;
    for (const RarePoint& point : points) beyond.push_back(problem.beyond(point.z));
    return beyond;
  });
}

bool holds(const ImportanceEstimate& found, double probability) {
  return found.interval.low <= probability && probability <= found.interval.high;
}

}  // namespace

TEST_CASE("importance sampling solves published problems", "[importance]") {
  // The seed was fixed before the first run. RP110 leads the fitted law to a way to fail that is
  // not the likely one, and RP63 has 100 dimensions: its levels end before the limit.
  int covered = 0, problems = 0;
  for (const Reference& problem : reference_problems::all()) {
    const std::string name = problem.name;
    if (name == "RP110" || name == "RP63") continue;
    const ImportanceEstimate found = sampled(problem, {.seed = 59});
    INFO(name << ": " << problem.probability << ", found " << found.probability);
    CHECK(found.reached);
    CHECK(std::fabs(std::log(found.probability / problem.probability)) < 0.2);
    CHECK(found.effective > 100);
    CHECK(found.largest_weight < 0.1);
    CHECK(found.evaluations <= 25'000);
    covered += holds(found, problem.probability) ? 1 : 0;
    ++problems;
  }
  CHECK(problems == 24);
  CHECK(covered >= 21);  // of 24; correct intervals have fewer in 3 of 100 runs
}

TEST_CASE("importance sampling finds each of several ways to fail", "[importance]") {
  // Four distant corners of equal probability: 4 Phi(-3.5)^2 = 2.2e-7.
  const double tail = normal_cdf(-3.5);
  const Reference corners = {"corners", 2, 4 * tail * tail, [](reference_problems::Z z) {
                               return std::min(std::fabs(z[0]), std::fabs(z[1])) - 3.5;
                             }};
  int covered = 0;
  for (std::uint64_t seed = 1; seed <= 10; ++seed) {
    const ImportanceEstimate found = sampled(corners, {.seed = seed});
    covered += holds(found, corners.probability) ? 1 : 0;
    CHECK(found.parts == 4);
  }
  CHECK(covered >= 7);
}

TEST_CASE("weights degenerate in many dimensions", "[importance]") {
  const ImportanceEstimate found = sampled(reference_problems::linear(60, 3), {.seed = 1});
  CHECK((!found.reached || found.effective < 100 || found.largest_weight > 0.1));
}

TEST_CASE("importance sampling draws noise anew", "[importance]") {
  // z + w s > b with w of the noise alone: Phi(-b / sqrt(1 + s^2)).
  const AddressedNumbers noise(7, "noise");
  const double b = 4, s = 0.3, probability = normal_cdf(-b / std::sqrt(1 + s * s));  // 6.4e-5
  int covered = 0;
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    const ImportanceEstimate found =
        importance_sampling({.has_noise = true, .seed = seed}, [&](auto points) {
          std::vector<double> beyond;
          for (const RarePoint& point : points) {
            double w = 0;
            noise.normals(point.noise, {&w, 1});
            beyond.push_back(point.z[0] + w * s - b);
          }
          return beyond;
        });
    covered += holds(found, probability) ? 1 : 0;
    for (const RareState& failure : found.last) CHECK(failure.point.noise == failure.evaluation);
  }
  CHECK(covered >= 16);
}

TEST_CASE("importance sampling ends where noise decides", "[importance]") {
  // No law of z alone makes failures frequent: w has to exceed 4, and the estimate says so.
  const AddressedNumbers noise(7, "noise");
  const ImportanceEstimate found = importance_sampling({.has_noise = true}, [&](auto points) {
    std::vector<double> beyond;
    for (const RarePoint& point : points) {
      double w = 0;
      noise.normals(point.noise, {&w, 1});
      beyond.push_back(w - 4 + 0.01 * point.z[0]);
    }
    return beyond;
  });
  CHECK(found.evaluations < 50'000);
  CHECK((!found.reached || found.effective < 100));
}

TEST_CASE("importance sampling tells what it cannot reach", "[importance]") {
  const auto flat = [](std::span<const RarePoint> points) {
    return std::vector<double>(points.size(), -1.0);
  };
  const ImportanceEstimate found = importance_sampling({}, flat);
  CHECK_FALSE(found.reached);
  CHECK(found.interval.high == 1);
  const ImportanceEstimate few =
      sampled(reference_problems::linear(2, 9), {.most_evaluations = 12'000});
  CHECK_FALSE(few.reached);
  CHECK(few.evaluations <= 12'000);
  CHECK(sampled(named("RP8"), {.seed = 3}).probability ==
        sampled(named("RP8"), {.seed = 3}).probability);
}

}  // namespace montecopter
