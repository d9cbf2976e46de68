#include "core/statistics/ordered_values.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>

#include "core/base/contract.hpp"
#include "core/statistics/resampling.hpp"

namespace montecopter::statistics {
namespace {

constexpr std::uint64_t tie_seed = 0x7469657320627265;   // any fixed number
constexpr std::uint64_t rank_seed = 0x72616e6b20746965;  // any other

}  // namespace

OrderedValues ordered(std::vector<double> values) {
  expects(std::all_of(values.begin(), values.end(), [](double x) { return std::isfinite(x); }),
          "finite values");
  OrderedValues out{std::move(values), {}, {}};
  out.order.resize(out.values.size());
  std::iota(out.order.begin(), out.order.end(), std::uint32_t{0});
  Resampler(tie_seed).shuffle(out.order);
  // Values beside their positions: sorting positions alone would look for each value in memory.
  std::vector<std::pair<double, std::uint32_t>> pairs;
  pairs.reserve(out.order.size());
  for (const std::uint32_t i : out.order) pairs.emplace_back(out.values[i], i);
  std::stable_sort(pairs.begin(), pairs.end(),
                   [](const auto& a, const auto& b) { return a.first < b.first; });
  out.sorted.reserve(pairs.size());
  for (std::size_t k = 0; k < pairs.size(); ++k) {
    out.order[k] = pairs[k].second;
    out.sorted.push_back(pairs[k].first);
  }
  return out;
}

std::vector<std::uint32_t> twice_mean_ranks(const OrderedValues& of, const Counts& counts) {
  expects(counts.size() == of.size(), "a count for each value");
  expects(of.size() < std::size_t{1} << 31, "whole numbers of 32 bits");
  std::vector<std::uint32_t> ranks(of.size());
  std::uint32_t below = 0;
  for (std::size_t first = 0, end = 0; first < of.size(); first = end) {
    std::uint32_t here = counts[of.order[end++]];
    while (end < of.size() && of.sorted[end] == of.sorted[first]) here += counts[of.order[end++]];
    const std::uint32_t rank = 2 * below + here + 1;
    for (std::size_t i = first; i < end; ++i) ranks[of.order[i]] = rank;
    below += here;
  }
  return ranks;
}

std::vector<double> mean_ranks(const OrderedValues& of, const Counts& counts) {
  std::vector<double> ranks;
  ranks.reserve(of.size());
  for (const std::uint32_t twice : twice_mean_ranks(of, counts)) ranks.push_back(0.5 * twice);
  return ranks;
}

std::vector<double> untied_ranks(const OrderedValues& of) {
  std::vector<std::uint32_t> order = of.order;
  Resampler resampler(rank_seed);
  for (std::size_t first = 0, end = 0; first < of.size(); first = end) {
    while (end < of.size() && of.sorted[end] == of.sorted[first]) ++end;
    resampler.shuffle(std::span(order).subspan(first, end - first));
  }
  std::vector<double> ranks(of.size());
  for (std::size_t i = 0; i < order.size(); ++i) ranks[order[i]] = static_cast<double>(i + 1);
  return ranks;
}

std::vector<std::uint32_t> ascending(const OrderedValues& of, const Counts& counts) {
  expects(counts.size() == of.size(), "a count for each value");
  std::vector<std::uint32_t> positions;
  positions.reserve(of.size());
  for (const std::uint32_t i : of.order) {
    for (std::uint8_t left = counts[i]; left > 0; --left) positions.push_back(i);
  }
  return positions;
}

std::vector<double> at(std::span<const double> values, std::span<const std::uint32_t> positions) {
  std::vector<double> out;
  out.reserve(positions.size());
  for (const std::uint32_t i : positions) out.push_back(values[i]);
  return out;
}

}  // namespace montecopter::statistics
