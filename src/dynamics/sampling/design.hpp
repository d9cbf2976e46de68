#pragma once
/// Sampling designs (designs of experiments): how the samples of a Monte-Carlo run are spread over
/// the dispersed inputs. The synthesis of controllers is in src/dynamics/linear/.
///
/// A sampling design gives one number at a time: the uniform number u of an input in a row. The
/// inverse of the input's distribution function turns it into the draw. The number depends on the
/// seed, the row and the input alone, so that threads, lanes, resuming and single samples give the
/// same bits. A kind is an entry of the list below and has
///
///   name, doc                 what scenarios call it
///   keeps_samples             whether sample i is the same however many there are
///   has_independent_samples   whether what is known of independent samples holds for its samples:
///                             confidence, intervals
///   can_correlate             whether its inputs may be correlated
///   max_inputs                how many inputs it has dimensions for: its check() refuses more
///   keys, streams             which keys of [monte_carlo] are its own, and what it draws
///   uniform(row)              the uniform number of an input in a row
///   check(given, problems)    its rules for [monte_carlo] beyond ranges and
///                             samples that fill replicates
///   comparison(input)         only if its samples are compared with each other

#include <array>
#include <optional>
#include <span>
#include <string_view>
#include <type_traits>
#include <variant>

#include "core/fields/fields.hpp"
#include "dynamics/alternatives.hpp"
#include "dynamics/sampling/factorial.hpp"
#include "dynamics/sampling/latin_hypercube.hpp"
#include "dynamics/sampling/listed.hpp"
#include "dynamics/sampling/morris.hpp"
#include "dynamics/sampling/one_at_a_time.hpp"
#include "dynamics/sampling/random.hpp"
#include "dynamics/sampling/saltelli.hpp"
#include "dynamics/sampling/sobol.hpp"

namespace montecopter {

/// The design of one input.
using InputDesign = std::variant<RandomDesign, LatinHypercubeDesign, SobolDesign, FactorialDesign,
                                 ListedDesign, SaltelliDesign, MorrisDesign, OneAtATimeDesign>;

/// Streams that the kind of a design draws for an input.
inline std::span<const DesignStream> streams_of(const InputDesign& design) {
  return std::visit(
      []<class Kind>(const Kind&) -> std::span<const DesignStream> { return Kind::streams; },
      design);
}

/// Kinds whose samples are compared with each other.
template <class Kind>
concept ComparesSamples = requires(const DesignInput& input) {
  Kind::comparison(input);
};

/// The names of the kinds.
inline constexpr auto design_choices = []<class... Kinds>(const std::variant<Kinds...>*) {
  return std::array<Choice, sizeof...(Kinds)>{{{Kinds::name, Kinds::doc}...}};
}(static_cast<const InputDesign*>(nullptr));

/// Calls use(std::type_identity<Kind>) for the kind of that name. Whether there is one; of another
/// name nothing is called.
template <class Use>
bool with_design(std::string_view name, Use use) {
  bool is_known = false;
  for_each_type<InputDesign>([&]<class Kind>() {
    if (Kind::name != name) return;
    is_known = true;
    use(std::type_identity<Kind>());
  });
  return is_known;
}

// A name that no design has is never taken for the name of another. It has no keys, and its inputs
// may not be correlated. Its samples are neither compared nor independent, nor the same if there
// are more of them.

/// Whether a key is one of that design.
bool design_has_key(std::string_view name, DesignKey key);

/// Whether the inputs of that design may be correlated.
bool can_correlate(std::string_view name);

/// The design of that name, for one input; nullopt: there is none.
std::optional<InputDesign> design_named(std::string_view name, const DesignInput& input);

/// Samples that a design compares with each other: each only with itself by default. `input` is any
/// of its inputs.
Comparison comparison_of(std::string_view name, const DesignInput& input);

/// Whether samples of that design are compared with each other.
bool compares_samples(std::string_view name);

/// Whether sample i of that design is the same however many samples there are.
bool keeps_samples(std::string_view name);

/// Whether the samples of that design are independent of each other.
bool has_independent_samples(std::string_view name);

inline Uniform53 uniform_of(const InputDesign& design, const DesignRow& row) {
  return std::visit([&](const auto& kind) { return kind.uniform(row); }, design);
}

}  // namespace montecopter
