#include "vehicle/tune/pattern_search.hpp"

#include <algorithm>
#include <cmath>
#include <set>

namespace montecopter {
namespace {

/// Steps along each number, and along pairs of successive numbers.
std::vector<std::vector<double>> directions_of(std::size_t count) {
  std::vector<std::vector<double>> all;
  for (std::size_t i = 0; i < count; ++i) {
    for (const double way : {1.0, -1.0}) {
      std::vector<double> single(count, 0.0);
      single[i] = way;
      all.push_back(single);
      for (const double other : {1.0, -1.0}) {
        if (i == 0) continue;
        std::vector<double> both = single;
        both[i - 1] = other;
        all.push_back(both);
      }
    }
  }
  return all;
}

}  // namespace

SearchPoint pattern_search(SearchPoint from, const std::vector<SearchBounds>& ranges, double wide,
                           double narrow, const Merit& merit) {
  constexpr double least_gain = 1e-4;  // of the merit: less is a walk along a ridge
  const auto directions = directions_of(ranges.size());
  std::set<std::vector<double>> tried = {from.at};  // none of them has a greater merit
  for (double step = wide; step >= narrow; step /= 2) {
    for (bool better = true; better;) {
      better = false;
      for (const std::vector<double>& direction : directions) {
        SearchPoint next = from;
        for (std::size_t k = 0; k < ranges.size(); ++k) {
          const auto& [low, high] = ranges[k];
          next.at[k] = std::clamp(from.at[k] + step * direction[k] * (high - low), low, high);
        }
        if (!tried.insert(next.at).second) continue;
        const double least = std::isfinite(from.merit)
                                 ? from.merit + least_gain * std::fabs(from.merit)
                                 : from.merit;
        next.merit = merit(next.at, least);
        if (!(next.merit > least)) continue;
        from = std::move(next), better = true;
      }
    }
  }
  return from;
}

}  // namespace montecopter
