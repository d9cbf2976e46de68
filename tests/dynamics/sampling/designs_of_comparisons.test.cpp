/// Designs whose samples are compared, for what each input does: of Saltelli, of Morris, and one
/// input at a time.

#include <fmt/format.h>

#include <catch2/catch.hpp>
#include <cmath>
#include <cstdint>
#include <string_view>
#include <vector>

#include "dynamics/sampling/design.hpp"
#include "dynamics/sampling/design_rows.hpp"

namespace montecopter {
namespace {

using namespace testing;

/// Each of k inputs.
template <class Design>
std::vector<Design> all_inputs(std::uint64_t k, std::uint64_t levels = 1,
                               const std::vector<double>& quantiles = {}) {
  std::vector<Design> designs;
  for (std::uint64_t d = 0; d < k; ++d) {
    designs.emplace_back(DesignInput{fmt::format("input.{}", d), d, k, 1, levels, quantiles});
  }
  return designs;
}

TEST_CASE("samples that are compared share their noise, but for the last of a base point") {
  const DesignInput input{"x", 0, 3, 1, 4, {0.1, 0.9}};
  const auto noise = [&](std::string_view name, std::uint64_t samples) {
    const Comparison comparison = comparison_of(name, input);
    std::vector<std::uint64_t> of;
    for (std::uint64_t i = 0; i < samples; ++i) of.push_back(comparison.noise_of(i));
    return of;
  };
  CHECK(noise("random", 4) == std::vector<std::uint64_t>{0, 1, 2, 3});
  CHECK(noise("saltelli", 11) == std::vector<std::uint64_t>{0, 0, 0, 0, 1, 2, 2, 2, 2, 3, 4});
  CHECK(noise("morris", 9) == std::vector<std::uint64_t>{0, 0, 0, 0, 1, 1, 1, 1, 2});
  CHECK(noise("one_at_a_time", 8) == std::vector<std::uint64_t>{0, 0, 0, 0, 0, 0, 0, 1});
  for (const Choice& kind : design_choices) {
    CHECK(compares_samples(kind.name) == (comparison_of(kind.name, input).samples > 1));
  }
}

TEST_CASE("a base point is a row of A, one of B, and A with each input from B") {
  constexpr std::uint64_t k = 3, n = 64, all = n * (k + 2);
  const auto designs = all_inputs<SaltelliDesign>(k);
  std::vector<std::vector<std::uint64_t>> a(k), b(k);
  for (std::uint64_t d = 0; d < k; ++d) {
    const std::vector<std::uint64_t> u = whole(designs[d], all);
    for (std::uint64_t j = 0; j < n; ++j) {
      const std::uint64_t* of = &u[j * (k + 2)];
      a[d].push_back(of[0]), b[d].push_back(of[k + 1]);
      for (std::uint64_t i = 0; i < k; ++i) CHECK(of[1 + i] == (i == d ? of[k + 1] : of[0]));
    }
    // A is what the design of Sobol' points has, and both are nets.
    CHECK(a[d] == whole(SobolDesign(DesignInput{fmt::format("input.{}", d), d, k, 1, 1, {}}), n));
    for (const auto& x : {a[d], b[d]}) CHECK(counts(x, x, 6, 0) == std::vector<int>(n, 1));
  }
  // B is of other dimensions; of independent ones 1 / sqrt(n) would be the standard deviation.
  for (std::uint64_t d = 0; d < k; ++d) {
    for (std::uint64_t e = 0; e < k; ++e) {
      CHECK(std::fabs(correlation(a[d], b[e])) < 4 / std::sqrt(1.0 * n));
    }
  }
  DesignRow there = sample_of(3, all), here = there;
  there.point = 5;
  CHECK(designs[0].uniform(there).k != designs[0].uniform(here).k);
}

TEST_CASE("on a trajectory each input steps once, by half of the levels, in a random order") {
  constexpr std::uint64_t k = 4, levels = 6, n = 3000, all = n * (k + 1);
  const auto designs = all_inputs<MorrisDesign>(k, levels);
  std::vector<std::vector<std::uint64_t>> u;
  for (const auto& design : designs) u.push_back(whole(design, all));
  const auto level = [](std::uint64_t number) {
    return static_cast<int>(static_cast<double>(number) * 0x1p-53 * levels);
  };
  std::vector<int> first(k * k), before(k * levels), after(k * levels);
  for (std::uint64_t j = 0; j < n; ++j) {
    for (std::uint64_t place = 1; place <= k; ++place) {
      int moved = 0;
      for (std::uint64_t d = 0; d < k; ++d) {
        const std::uint64_t from = u[d][j * (k + 1) + place - 1], to = u[d][j * (k + 1) + place];
        if (from == to) continue;
        ++moved;
        ++first[d * k + place - 1];
        ++before[d * levels + static_cast<std::uint64_t>(level(from))];
        ++after[d * levels + static_cast<std::uint64_t>(level(to))];
        if (std::abs(level(to) - level(from)) != 3) FAIL_CHECK(j);
      }
      if (moved != 1) FAIL_CHECK(j);
    }
  }
  // All levels, before and after, and all places in the order are alike: within 4.5 standard
  // deviations of a binomial count, of 64 of them.
  const auto alike = [](const std::vector<int>& found, double p) {
    for (const int count : found)
      CHECK(std::fabs(count - n * p) < 4.5 * std::sqrt(n * p * (1 - p)));
  };
  alike(first, 1.0 / k);
  alike(before, 1.0 / levels);
  alike(after, 1.0 / levels);
  CHECK(std::fabs(correlation(u[0], u[1])) < 4 / std::sqrt(1.0 * n));
}

TEST_CASE("one at a time, an input is at each quantile while the others are at their medians") {
  const std::vector<double> quantiles = {0.05, 0.5, 0.95};
  constexpr std::uint64_t k = 3, each = 10;
  const auto designs = all_inputs<OneAtATimeDesign>(k, 1, quantiles);
  for (std::uint64_t i = 0; i < 2 * each; ++i) {
    for (std::uint64_t d = 0; d < k; ++d) {
      const double u = designs[d].uniform(sample_of(i, 2 * each)).value();
      const std::uint64_t place = i % each;
      const bool moved = place > 0 && (place - 1) / 3 == d;
      CHECK(std::fabs(u - (moved ? quantiles[(place - 1) % 3] : 0.5)) <= 0x1p-53);
    }
  }
}

}  // namespace
}  // namespace montecopter
