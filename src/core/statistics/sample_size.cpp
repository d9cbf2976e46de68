#include "core/statistics/sample_size.hpp"

#include "core/base/contract.hpp"
#include "core/statistics/binomial_tails.hpp"
#include "core/statistics/bisect.hpp"

namespace montecopter::statistics {

std::size_t samples_to_prove(double p, double confidence, std::size_t violations) {
  expects(0 < p && p < 1 && 0 < confidence && confidence < 1, "probabilities between 0 and 1");
  const auto is_proved = [&](std::size_t n) {
    return binomial_tails(n - violations, n, p).at_least <= 1.0 - confidence;
  };
  return first_count_up_to(violations, 1'000'000'000'000, is_proved);
}

}  // namespace montecopter::statistics
