#include "core/statistics/ordered_values.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

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
  OrderedValues out{std::move(values), {}};
  out.order.resize(out.values.size());
  std::iota(out.order.begin(), out.order.end(), std::uint32_t{0});
  Resampler(tie_seed).shuffle(out.order);
  std::stable_sort(out.order.begin(), out.order.end(),
                   [&](std::uint32_t a, std::uint32_t b) { return out.values[a] < out.values[b]; });
  return out;
}

std::vector<double> mean_ranks(const OrderedValues& of, const Counts& counts) {
  expects(counts.size() == of.size(), "a count for each value");
  std::vector<double> ranks(of.size());
  std::uint64_t below = 0;
  for (std::size_t first = 0, end = 0; first < of.size(); first = end) {
    std::uint64_t here = 0;
    for (; end < of.size() && of.values[of.order[end]] == of.values[of.order[first]]; ++end) {
      here += counts[of.order[end]];
    }
    const double rank = static_cast<double>(below) + 0.5 * static_cast<double>(here + 1);
    for (std::size_t i = first; i < end; ++i) ranks[of.order[i]] = rank;
    below += here;
  }
  return ranks;
}

std::vector<double> untied_ranks(const OrderedValues& of) {
  std::vector<std::uint32_t> order = of.order;
  Resampler resampler(rank_seed);
  for (std::size_t first = 0, end = 0; first < of.size(); first = end) {
    while (end < of.size() && of.values[order[end]] == of.values[order[first]]) ++end;
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
  for (const std::uint32_t i : of.order) positions.insert(positions.end(), counts[i], i);
  return positions;
}

std::vector<double> at(std::span<const double> values, std::span<const std::uint32_t> positions) {
  std::vector<double> out;
  out.reserve(positions.size());
  for (const std::uint32_t i : positions) out.push_back(values[i]);
  return out;
}

}  // namespace montecopter::statistics
