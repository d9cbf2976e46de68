#pragma once
/// The bets by which sequential tests gather evidence.
///
/// To test that a mean is m at most, of a variable that is never below `low`, someone bets on more:
/// with the share t of his capital (0 < t <= 1) each sample x multiplies it by
///   1 + t (x - m) / (m - low),
/// which is never negative and has the expectation 1 at most while the mean is m at most, whatever
/// the samples before were. So the capital is an e-process, a nonnegative supermartingale that
/// starts at 1, and reaches 1/alpha at any time with a probability of alpha at most: Ville, Etude
/// critique de la notion de collectif (1939). This is the capital process of Waudby-Smith & Ramdas,
/// Estimating means of bounded random variables by betting (2023), Journal of the Royal Statistical
/// Society B 86 (2024) 1.
///
/// Nobody knows the best t beforehand, so that the capital is divided among fixed ones, from which
/// it is not moved ("diversified" betting in that paper). For successes and failures
/// (x = 1 or 0) the capital of t is the likelihood ratio of P = m + t (1 - m) to P = m, so all of
/// them are a mixture of likelihood ratios (Robbins, Annals of Mathematical Statistics 41 (1970)
/// 1397; Howard, Ramdas, McAuliffe & Sekhon, Annals of Statistics 49 (2021) 1055).

#include <array>
#include <cstddef>

namespace montecopter::statistics {

inline constexpr std::size_t bet_count = 64;

/// Shares t(i) = 2^(-i/4), from 1 down to 2e-5, and what part of the capital bets with each,
/// proportional to sqrt(t): a density of 1 / sqrt(t), which costs the median of samples 10 % where
/// P is far above p and saves 20 % where it is below, against a uniform density. Four per octave
/// lose some 5 % of evidence against those between them. The weights add up to 1. Part of the
/// definition of the tests: with other bets they decide at other samples.
struct BettingStrategy {
  std::array<double, bet_count> share, weight;
};
const BettingStrategy& bets();

}  // namespace montecopter::statistics
