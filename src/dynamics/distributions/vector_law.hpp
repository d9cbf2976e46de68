#pragma once
/// Laws of several numbers that are drawn together.

#include <concepts>
#include <cstddef>
#include <span>

#include "dynamics/distributions/probability.hpp"

namespace montecopter {

/// Of `numbers()` numbers, made of `uniforms()` <= numbers() uniform ones; component(k, u) is the
/// k-th of them. All are wanted one by one, each a column of the result of its own, so each is
/// computed alone. extremes(k) are the limits of its draws.
template <class Law>
concept VectorLaw = requires(const Law& law, std::span<const Uniform53> u, std::size_t k) {
  { law.numbers() } -> std::same_as<std::size_t>;
  { law.uniforms() } -> std::same_as<std::size_t>;
  { law.component(k, u) } -> std::same_as<double>;
  { law.extremes(k) } -> std::same_as<Limits>;
};

}  // namespace montecopter
