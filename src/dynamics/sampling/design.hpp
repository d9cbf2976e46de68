#pragma once
/// Sampling designs (designs of experiments): how the samples of a Monte-Carlo run are spread over
/// what is dispersed. The synthesis of controllers is in src/dynamics/linear/.
///
/// A sampling design is asked for one number at a time: the uniform number u of an input in a row,
/// which the inverse of the input's distribution function turns into the draw. The answer is
/// computed alone, from the seed, the row and the input, so that threads, lanes, resuming and
/// single samples give the same bits. A kind is an entry of the list below and has what the concept
/// DesignKind asks for.

#include <array>
#include <concepts>
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

/// What one input knows of its design.
using InputDesign = std::variant<RandomDesign, LatinHypercubeDesign, SobolDesign, FactorialDesign,
                                 ListedDesign, SaltelliDesign, MorrisDesign, OneAtATimeDesign>;

/// What the kind of a design draws for an input.
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

template <class Kind>
concept DesignKind = std::constructible_from<Kind, const DesignInput&> &&
    requires(const Kind& design, const DesignRow& row) {
  { Kind::name } -> std::convertible_to<std::string_view>;
  { Kind::doc } -> std::convertible_to<std::string_view>;
  /// Whether sample i is the same however many there are.
  { Kind::keeps_samples } -> std::convertible_to<bool>;
  /// Whether what is known of independent samples holds for its samples: confidence, intervals.
  { Kind::has_independent_samples } -> std::convertible_to<bool>;
  /// Whether its inputs may be correlated.
  { Kind::can_correlate } -> std::convertible_to<bool>;
  /// How many inputs it has dimensions for. What is said of more of them is refuse_inputs() of it
  /// in scenario/checks/design.cpp, unless it takes any_number_of_inputs.
  { Kind::max_inputs } -> std::convertible_to<std::uint64_t>;
  /// Which keys of [monte_carlo] are its own.
  { Kind::keys } -> std::convertible_to<std::span<const DesignKey>>;
  /// Whether there is more to check than the ranges of keys and that samples fill replicates:
  /// check_each() of it in scenario/checks/design.cpp does then.
  { Kind::has_checked_keys } -> std::convertible_to<bool>;
  /// What it draws.
  { Kind::streams } -> std::convertible_to<std::span<const DesignStream>>;
  { design.uniform(row) } -> std::same_as<Uniform53>;
  requires !ComparesSamples<Kind> || requires(const DesignInput& input) {
    { Kind::comparison(input) } -> std::same_as<Comparison>;
  };
};

template <class Kind>
constexpr bool require_design() {
  static_assert(DesignKind<Kind>, "this type of the list is no DesignKind");
  return true;
}
static_assert(holds_for_all<InputDesign>([]<class Kind>() { return require_design<Kind>(); }));

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

// A name that no design has is never taken for that of another: it has no keys, its inputs may not
// be correlated, and its samples are neither compared nor independent nor the same if there are
// more of them.

/// Whether a key is one of that design.
bool design_has_key(std::string_view name, DesignKey key);

/// Whether the inputs of that design may be correlated.
bool can_correlate(std::string_view name);

/// The design of that name, for one input; nullopt: there is none.
std::optional<InputDesign> design_named(std::string_view name, const DesignInput& input);

/// Which samples a design compares with each other: each only with itself, if it does not say.
/// `input` is any of its inputs.
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
