#pragma once
/// What becomes of an ideal reading: docs/models.md 1.8. Over lanes; ErrorModel has the parameters.

#include <array>
#include <cstdint>

#include "dynamics/elementary.hpp"
#include "dynamics/random/draws.hpp"

namespace montecopter {

/// Which errors a sensor has, and the streams of their draws: the same for all samples.
struct ErrorTerms {
  bool white = false, gauss_markov = false, walk = false;
  bool saturates = false, rounds = false, has_word = false;
  std::uint64_t white_stream = 0, gauss_markov_stream = 0, walk_stream = 0;
};

/// Of one axis and sample, in the unit of the reading. All members are S, so that samples gather
/// into lanes as flat arrays of doubles.
template <class S>
struct AxisErrors {
  S bias;          ///< constant and of this turn-on
  S white;         ///< standard deviation per reading
  S steady;        ///< standard deviation of the Gauss-Markov bias
  S decay, kick;   ///< b <- decay b + kick n, per reading
  S walk;          ///< standard deviation of each step of the random walk
  S full_scale;    ///< readings saturate at +- this
  S resolution;    ///< one digit
  S highest_word;  ///< digits of the largest number of the register; the lowest is -1 - this
};

template <class S, int axes>
using ErrorConstants = std::array<AxisErrors<S>, axes>;

/// The biases that change.
template <class S, int axes>
struct ErrorState {
  std::array<S, axes> wandered, walked;
};

/// The biases of reading `tick` from those of the reading before; tick 0 starts them, the
/// Gauss-Markov process in its steady state.
template <class S, int axes>
void advance_biases(const ErrorTerms& terms, const ErrorConstants<S, axes>& c,
                    const Draws<S>& draws, std::uint64_t tick, ErrorState<S, axes>& state) {
  if (tick == 0) state.wandered.fill(S(0.0)), state.walked.fill(S(0.0));
  if (terms.gauss_markov) {
    const auto n = draws.template normals<axes>(terms.gauss_markov_stream, tick);
    for (int i = 0; i < axes; ++i) {
      state.wandered[i] =
          tick == 0 ? c[i].steady * n[i] : fma(c[i].decay, state.wandered[i], c[i].kick * n[i]);
    }
  }
  if (terms.walk && tick > 0) {
    const auto n = draws.template normals<axes>(terms.walk_stream, tick);
    for (int i = 0; i < axes; ++i) state.walked[i] = fma(c[i].walk, n[i], state.walked[i]);
  }
}

/// Digits of a reading: rounded first, then limited to what the register holds.
template <class S>
S to_digits(const ErrorTerms& terms, const AxisErrors<S>& c, const S& reading) {
  const S digits = round_to_even(reading / c.resolution);
  return terms.has_word ? clamp(digits, -c.highest_word - S(1.0), c.highest_word) : digits;
}

/// The readings of a tick whose biases are advanced. A zero is +0, so that an error of size zero is
/// the same as none, to the bit.
template <class S, int axes>
[[gnu::flatten]] void apply_errors(const ErrorTerms& terms, const ErrorConstants<S, axes>& c,
                                   const Draws<S>& draws, std::uint64_t tick,
                                   const ErrorState<S, axes>& state, S* readings) {
  std::array<S, axes> white;
  if (terms.white) white = draws.template normals<axes>(terms.white_stream, tick);
  for (int i = 0; i < axes; ++i) {
    S y = ((readings[i] + c[i].bias) + state.wandered[i]) + state.walked[i];
    if (terms.white) y = fma(c[i].white, white[i], y);
    if (terms.saturates) y = clamp(y, -c[i].full_scale, c[i].full_scale);
    if (terms.rounds) y = to_digits(terms, c[i], y) * c[i].resolution;
    readings[i] = y + S(0.0);
  }
}

}  // namespace montecopter
