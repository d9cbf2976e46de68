#include "core/statistics/bounded_mean.hpp"

#include <catch2/catch.hpp>
#include <cmath>
#include <vector>

#include "core/base/error.hpp"
#include "core/statistics/uniform.hpp"

using namespace montecopter::statistics;

TEST_CASE("of zeros and ones the mean is a proportion") {
  Uniform uniform(2);
  BoundedMeanTest test(MeanClaim{Side::at_least, 0.8, 0.95}, {0, 1});
  std::vector<double> values;
  std::size_t k = 0;
  for (std::size_t n = 0; n < 500; ++n) {
    const SequentialFinding mean = test.look();
    const SequentialFinding proportion = look(ProportionClaim{Side::at_least, 0.8, 0.95}, k, n);
    // The same products in another order: n roundings, and those of the factors.
    const double tolerance = (static_cast<double>(n) + 100) * 0x1p-50;
    CHECK(mean.for_met.value() == Approx(proportion.for_met.value()).epsilon(tolerance));
    CHECK(mean.for_violated.value() == Approx(proportion.for_violated.value()).epsilon(tolerance));
    CHECK(mean.verdict == proportion.verdict);
    CHECK(test.count() == n);
    const bool event = uniform.event(0.9);
    k += event ? 1 : 0;
    values.push_back(event ? 1 : 0);
    test.add(values.back());
  }
  const Interval mean = bounded_mean_interval(values, {0, 1}, 0.95);
  const Interval proportion = sequential_interval(k, 500, 0.95);
  CHECK(mean.low == Approx(proportion.low).epsilon(1e-11));
  CHECK(mean.high == Approx(proportion.high).epsilon(1e-11));
}

TEST_CASE("a mean in other units gives the same evidence") {
  Uniform uniform(4);
  BoundedMeanTest unit(MeanClaim{Side::at_most, 0.5, 0.95}, {0, 1});
  BoundedMeanTest other(MeanClaim{Side::at_most, 20, 0.95}, {-10, 50});
  for (int i = 0; i < 200; ++i) {
    const double x = uniform();
    unit.add(x);
    other.add(-10 + 60 * x);
  }
  CHECK(unit.look().for_met.value() == Approx(other.look().for_met.value()).epsilon(1e-11));
  CHECK(unit.look().for_violated.value() ==
        Approx(other.look().for_violated.value()).epsilon(1e-11));
}

TEST_CASE("verdicts and bounds of a mean say the same") {
  Uniform uniform(6);
  std::vector<double> values;
  for (int i = 0; i < 400; ++i) values.push_back(std::pow(uniform(), 4));  // mean 0.2, skewed
  const Interval bounds = bounded_mean_interval(values, {0, 1}, 0.9);      // 95 % on each side
  CHECK(bounds.low < 0.2);
  CHECK(bounds.high > 0.2);
  CHECK(bounds.high - bounds.low < 0.1);
  for (double bound = 0.01; bound < 1; bound += 0.01) {
    BoundedMeanTest most(MeanClaim{Side::at_most, bound, 0.95}, {0, 1});
    BoundedMeanTest least(MeanClaim{Side::at_least, bound, 0.95}, {0, 1});
    for (const double x : values) {
      most.add(x);
      least.add(x);
    }
    CHECK((most.look().verdict == Verdict::met) == (bounds.high <= bound));
    CHECK((most.look().verdict == Verdict::violated) == (bounds.low >= bound));
    CHECK((least.look().verdict == Verdict::met) == (bounds.low >= bound));
    CHECK((least.look().verdict == Verdict::violated) == (bounds.high <= bound));
  }
}

TEST_CASE("means at the limits") {
  const std::vector<double> zeros(50, 0.0), ones(50, 1.0);
  CHECK(bounded_mean_interval(zeros, {0, 1}, 0.95).low == 0);
  CHECK(bounded_mean_interval(ones, {0, 1}, 0.95).high == 1);
  CHECK(bounded_mean_interval(zeros, {0, 1}, 0.95).high ==
        Approx(sequential_interval(0, 50, 0.95).high).epsilon(1e-10));
  const Interval nothing = bounded_mean_interval({}, {2, 3}, 0.95);
  CHECK(nothing.low == 2);
  CHECK(nothing.high == 3);
}

TEST_CASE("a value beyond the limits is refused") {
  BoundedMeanTest test(MeanClaim{Side::at_most, 0.5, 0.95}, {0, 1});
  CHECK_THROWS_WITH(test.add(1.5),
                    "mean of a bounded variable: error: the value 1.5 is not within "
                    "the limits [0.0, 1.0] (a sequential test of a mean is valid "
                    "only for values within its limits). Give wider limits.");
  CHECK_THROWS_AS(test.add(std::nan("")), montecopter::Error);
  CHECK(test.count() == 0);
  const double values[] = {0.5, -0.1};
  CHECK_THROWS_AS(bounded_mean_interval(values, {0, 1}, 0.95), montecopter::Error);
}

TEST_CASE("a mean is called less or more than it is as rarely as it says") {
  // Skewed values with the mean 0.2 = bound, looked at after each of 600: Ville's 5 % each.
  const int campaigns = 400;
  int met = 0, violated = 0;
  Uniform uniform(8);
  for (int c = 0; c < campaigns; ++c) {
    BoundedMeanTest test(MeanClaim{Side::at_most, 0.2, 0.95}, {0, 1});
    bool was_met = false, was_violated = false;
    for (int i = 0; i < 600; ++i) {
      const double root = uniform();
      test.add(root * root * root * root);
      if (i % 8 != 7) continue;
      was_met = was_met || test.look().verdict == Verdict::met;
      was_violated = was_violated || test.look().verdict == Verdict::violated;
    }
    met += was_met ? 1 : 0;
    violated += was_violated ? 1 : 0;
  }
  CHECK(met <= campaigns * (0.05 + three_errors(0.05, campaigns)));
  CHECK(violated <= campaigns * (0.05 + three_errors(0.05, campaigns)));
}

TEST_CASE("the bits of the evidence for a mean are the same from every compiler") {
  BoundedMeanTest test(MeanClaim{Side::at_most, 0.3, 0.95}, {0, 1});
  Uniform uniform(10);
  for (int i = 0; i < 1000; ++i) {
    const double root = uniform();
    test.add(root * root * root);
  }
  CHECK(test.look().for_met.value() == 0x1.967e9aebb6d89p+11);
  CHECK(test.look().for_violated.value() == 0x1.11bdd1631efap-4);
}
