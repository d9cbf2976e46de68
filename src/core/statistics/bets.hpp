#pragma once
/// The bets by which sequential tests gather evidence.
///
/// A test that a mean is at most m, of a variable that is never below `low`, bets on more. With the
/// fraction t of the capital as stake (0 < t <= 1), each sample x multiplies the capital by
///
///   1 + t (x - m) / (m - low).
///
/// The factor is never negative. While the mean is at most m, its expectation is at most 1,
/// whatever the samples before were. So the capital is an e-process, a nonnegative supermartingale
/// that starts at 1. It reaches 1/alpha at any time with a probability of at most alpha: Ville,
/// Etude critique de la notion de collectif (1939). This is the capital process of Waudby-Smith &
/// Ramdas, Estimating means of bounded random variables by betting (2023), Journal of the Royal
/// Statistical Society B 86 (2024) 1.
///
/// The best t is not known beforehand, so the capital is divided among fixed ones, from which it is
/// not moved ("diversified" betting in that paper). For successes and failures (x = 1 or 0) the
/// capital of t is the likelihood ratio of P = m + t (1 - m) to P = m. All of them are a mixture of
/// likelihood ratios (Robbins, Annals of Mathematical Statistics 41 (1970)
/// 1397; Howard, Ramdas, McAuliffe & Sekhon, Annals of Statistics 49 (2021) 1055).

#include <array>
#include <cstddef>

namespace montecopter::statistics {

inline constexpr std::size_t bet_count = 64;

/// Fractions t(i) = 2^(-i/4), from 1 down to 2e-5, and the part of the capital that bets with each,
/// proportional to sqrt(t). The density is 1 / sqrt(t). Against a uniform density it costs 10 % of
/// the median of samples where P is far above p, and saves 20 % where it is below. Four per octave
/// lose some 5 % of evidence against fractions between them. The weights add up to 1. Part of the
/// definition of the tests: with other bets they decide at other samples.
struct BettingStrategy {
  std::array<double, bet_count> share, weight;
};
const BettingStrategy& bets();

}  // namespace montecopter::statistics
