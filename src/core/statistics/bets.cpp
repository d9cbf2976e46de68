#include "core/statistics/bets.hpp"

#include <cmath>

namespace montecopter::statistics {
namespace {

BettingStrategy make_bets() {
  // 2^0, 2^(-1/4), 2^(-1/2), 2^(-3/4)
  constexpr std::array<double, 4> quarters = {1.0, 0x1.ae89f995ad3adp-1, 0x1.6a09e667f3bcdp-1,
                                              0x1.306fe0a31b715p-1};
  BettingStrategy bets;
  double octave = 1.0, sum = 0.0;
  for (std::size_t i = 0; i < bet_count; ++i) {
    bets.share[i] = octave * quarters[i % 4];
    bets.weight[i] = std::sqrt(bets.share[i]);
    sum += bets.weight[i];
    if (i % 4 == 3) octave *= 0.5;
  }
  for (double& weight : bets.weight) weight /= sum;
  return bets;
}

}  // namespace

const BettingStrategy& bets() {
  static const BettingStrategy made = make_bets();
  return made;
}

}  // namespace montecopter::statistics
