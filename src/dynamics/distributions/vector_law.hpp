#pragma once
/// Laws of several numbers that are drawn together.

namespace montecopter {

/// A law of `numbers()` numbers, made of `uniforms()` <= numbers() uniform ones; component(k, u) is
/// the k-th of them. All are wanted one by one, each a column of the result of its own, so each is
/// computed alone. extremes(k) are the limits of its draws.
template <class Law>
concept VectorLaw = requires(const Law& law) {
  law.numbers();
};

}  // namespace montecopter
