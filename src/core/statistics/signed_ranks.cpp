#include "core/statistics/signed_ranks.hpp"

#include <algorithm>
#include <boost/math/special_functions/erf.hpp>
#include <cmath>
#include <vector>

#include "core/statistics/boost_policy.hpp"

namespace montecopter::statistics {
namespace {

constexpr std::size_t most_exact = 25;

/// Twice the ranks of magnitudes, which are whole although ties share a mean, and the sum of
/// t^3 - t over the groups of t ties.
struct DoubledRanks {
  std::vector<std::size_t> ranks;  ///< in the order of the magnitudes
  double ties = 0;
};

DoubledRanks rank(const std::vector<double>& ascending) {
  DoubledRanks result;
  for (std::size_t first = 0; first < ascending.size();) {
    std::size_t end = first;
    while (end < ascending.size() && ascending[end] == ascending[first]) ++end;
    const auto t = static_cast<double>(end - first);
    result.ties += t * t * t - t;
    result.ranks.resize(end, first + end + 1);  // (first + 1) + end
    first = end;
  }
  return result;
}

/// Fraction of all signs by which the doubled sum is so far from its middle, or farther.
double exact_p_value(const std::vector<std::size_t>& ranks, std::size_t positive) {
  std::size_t total = 0;
  for (const std::size_t r : ranks) total += r;
  std::vector<double> ways(total + 1, 0.0);  // whole numbers up to 2^25: exact
  ways[0] = 1;
  for (const std::size_t r : ranks) {
    for (std::size_t sum = total; sum >= r; --sum) ways[sum] += ways[sum - r];
  }
  double tail = 0;
  for (std::size_t sum = 0; sum <= std::min(positive, total - positive); ++sum) tail += ways[sum];
  return std::min(1.0, std::ldexp(tail, 1 - static_cast<int>(ranks.size())));
}

double normal_p_value(std::size_t count, double positive, double ties) {
  const auto n = static_cast<double>(count);
  const double mean = n * (n + 1) / 4;
  const double sd = std::sqrt((n * (n + 1) * (2 * n + 1) - ties / 2) / 24);
  const double distance = std::max(0.0, std::abs(positive - mean) - 0.5);
  return boost::math::erfc(distance / sd / std::sqrt(2.0), OwnDigits{});
}

}  // namespace

SignedRanks signed_ranks(std::span<const double> differences) {
  struct Difference {
    double magnitude;
    bool is_positive;
  };
  std::vector<Difference> kept;
  for (const double d : differences) {
    if (d != 0) kept.push_back({std::abs(d), d > 0});
  }
  std::sort(kept.begin(), kept.end(),
            [](const Difference& a, const Difference& b) { return a.magnitude < b.magnitude; });
  std::vector<double> magnitudes;
  for (const Difference& d : kept) magnitudes.push_back(d.magnitude);
  const DoubledRanks ranked = rank(magnitudes);

  SignedRanks result;
  result.n = kept.size();
  result.is_exact = result.n <= most_exact;
  std::size_t doubled = 0;
  for (std::size_t i = 0; i < kept.size(); ++i)
    doubled += kept[i].is_positive ? ranked.ranks[i] : 0;
  result.positive = static_cast<double>(doubled) / 2;
  result.p_value = result.is_exact ? exact_p_value(ranked.ranks, doubled)
                                   : normal_p_value(result.n, result.positive, ranked.ties);
  return result;
}

}  // namespace montecopter::statistics
