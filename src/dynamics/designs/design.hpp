#pragma once
/// Designs of experiments: how the samples of a Monte-Carlo run are spread over what is dispersed.
///
/// A design is asked for one number at a time: the uniform number u of an input in a row, which the
/// inverse of the input's distribution function turns into the draw. The answer is computed alone,
/// from the seed, the row and the input, so that threads, lanes, resuming and single samples give
/// the same bits. A kind brings name, doc, a constructor from a DesignInput (place.hpp), and
/// uniform(DesignRow); it is an entry of the list below.

#include <array>
#include <string_view>
#include <variant>

#include "dynamics/designs/factorial.hpp"
#include "dynamics/designs/latin_hypercube.hpp"
#include "dynamics/designs/listed.hpp"
#include "dynamics/designs/random.hpp"
#include "dynamics/designs/sobol.hpp"
#include "fields/fields.hpp"

namespace montecopter {

/// What one input knows of its design.
using InputDesign =
    std::variant<RandomDesign, LatinHypercubeDesign, SobolDesign, FactorialDesign, ListedDesign>;

/// The names of the kinds.
inline constexpr auto design_choices = []<class... Kinds>(const std::variant<Kinds...>*) {
  return std::array<Choice, sizeof...(Kinds)>{{{Kinds::name, Kinds::doc}...}};
}(static_cast<const InputDesign*>(nullptr));

/// The design of that name, for one input. `name` is one of design_choices.
InputDesign design_named(std::string_view name, const DesignInput& input);

inline Uniform53 uniform_of(const InputDesign& design, const DesignRow& row) {
  return std::visit([&](const auto& kind) { return kind.uniform(row); }, design);
}

}  // namespace montecopter
