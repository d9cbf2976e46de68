#pragma once
/// The errors of readings, over lanes: docs/models.md 1.8. ErrorModel has the parameters.

#include <array>
#include <cstdint>

#include "core/numerics/elementary.hpp"
#include "dynamics/random/normal_sequence.hpp"

namespace montecopter {

/// Errors of a sensor, and the streams of their draws: the same for all samples.
struct ErrorTerms {
  bool white = false, gauss_markov = false, walk = false;
  bool saturates = false, rounds = false, has_word = false;
  RandomStream white_stream, gauss_markov_stream, walk_stream;
};

/// Errors of one axis and sample, in the reading's unit. All members are S, so that samples gather
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

/// The biases that change, the normals of the white noise, and the positions in the streams.
template <class S, int axes>
struct ErrorState {
  std::array<S, axes> wandered, walked, white;
  NormalSequence<S, axes> white_normals, gauss_markov_normals, walk_normals;
};

/// The draws of reading `tick`, and its biases from those of the reading before; tick 0 starts
/// them, the Gauss-Markov process in its steady state. To be called for every tick in turn.
template <class S, int axes>
void draw_errors(const ErrorTerms& terms, const ErrorConstants<S, axes>& c, const Draws<S>& draws,
                 std::uint64_t tick, ErrorState<S, axes>& state) {
  const bool starts = tick == 0;
  if (starts) state.wandered.fill(S(0.0)), state.walked.fill(S(0.0));
  if (terms.white) state.white_normals.take(draws, terms.white_stream, tick, state.white.data());
  S n[axes];
  if (terms.gauss_markov) {
    state.gauss_markov_normals.take(draws, terms.gauss_markov_stream, tick, n);
    for (int i = 0; i < axes; ++i) {
      state.wandered[i] =
          starts ? c[i].steady * n[i] : fma(c[i].decay, state.wandered[i], c[i].kick * n[i]);
    }
  }
  if (terms.walk) {
    state.walk_normals.take(draws, terms.walk_stream, tick, n);
    for (int i = 0; i < axes && !starts; ++i) {
      state.walked[i] = fma(c[i].walk, n[i], state.walked[i]);
    }
  }
}

/// Digits of a reading: rounded first, then limited to what the register holds.
template <class S>
S to_digits(const ErrorTerms& terms, const AxisErrors<S>& c, const S& reading) {
  const S digits = round_to_even(reading / c.resolution);
  return terms.has_word ? clamp(digits, -c.highest_word - S(1.0), c.highest_word) : digits;
}

/// The readings of a tick whose errors are drawn. A zero is +0, so that an error of size zero is
/// the same as none, to the bit.
template <class S, int axes>
[[gnu::flatten]] void apply_errors(const ErrorTerms& terms, const ErrorConstants<S, axes>& c,
                                   const ErrorState<S, axes>& state, S* readings) {
  for (int i = 0; i < axes; ++i) {
    S y = ((readings[i] + c[i].bias) + state.wandered[i]) + state.walked[i];
    if (terms.white) y = fma(c[i].white, state.white[i], y);
    if (terms.saturates) y = clamp(y, -c[i].full_scale, c[i].full_scale);
    if (terms.rounds) y = to_digits(terms, c[i], y) * c[i].resolution;
    readings[i] = y + S(0.0);
  }
}

}  // namespace montecopter
