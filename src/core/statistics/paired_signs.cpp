#include "core/statistics/paired_signs.hpp"

#include <algorithm>

#include "core/statistics/binomial_tails.hpp"

namespace montecopter::statistics {

double sign_test(std::size_t one_way, std::size_t other_way) {
  const std::size_t n = one_way + other_way;
  return std::min(1.0, 2 * binomial_tails(std::min(one_way, other_way), n, 0.5).at_most);
}

double mcnemar(const PassedPairs& pairs) { return sign_test(pairs.only_a, pairs.only_b); }

}  // namespace montecopter::statistics
