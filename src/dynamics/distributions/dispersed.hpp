#pragma once
/// Effect of a draw on the value of the numbers that it disperses.

#include <array>
#include <optional>
#include <string>
#include <string_view>

#include "core/fields/fields.hpp"

namespace montecopter {

/// Meaning of the draw: the value itself, a factor on the nominal value, or an offset from it.
enum class Apply { value, factor, offset };

constexpr std::optional<Apply> apply_of(std::string_view name) {
  if (name == "value") return Apply::value;
  if (name == "factor") return Apply::factor;
  if (name == "offset") return Apply::offset;
  return std::nullopt;
}

/// The dispersed value of a number whose value in the scenario is `nominal`.
constexpr double applied(Apply apply, double nominal, double draw) {
  return apply == Apply::factor ? nominal * draw : apply == Apply::offset ? nominal + draw : draw;
}

inline constexpr std::array<Choice, 3> apply_choices = {{
    {"value", "the value"},
    {"factor", "a factor on the nominal value"},
    {"offset", "an offset from the nominal value"},
}};
inline constexpr std::array<Choice, 2> share_choices = {{
    {"all", "one draw for all numbers"},
    {"each", "a draw for each number"},
}};

inline constexpr std::string_view aleatory = "aleatory", epistemic = "epistemic";
inline constexpr std::array<Choice, 2> kind_choices = {{
    {aleatory, "it varies from flight to flight"},
    {epistemic, "it has one unknown value: the points of the axis `epistemic` of a sweep try some"},
}};

/// The keys that every dispersion has, whatever its distribution.
struct Application {
  std::string kind = std::string(aleatory);  ///< epistemic inputs become points before the reading
  std::string apply = "value";
  std::string share = "all";

  static constexpr auto fields() {
    using A = Application;
    return FieldList{
        field("kind", &A::kind, kind_choices, "Kind of the uncertainty"),
        field("apply", &A::apply, apply_choices, "Meaning of the draw"),
        field("share", &A::share, share_choices, "Number of draws where the path has a '*'"),
    };
  }
};

/// A distribution as [disperse."path"] has it.
template <class Distribution>
struct Dispersed : Distribution, Application {
  static constexpr std::string_view type_key = "dist";

  /// See TypeSchema::says_nothing.
  bool says_nothing(std::string_view key) const {
    if (key == "kind") return kind == aleatory;
    if constexpr (requires(const Distribution& d) { d.says_nothing(key); }) {
      return Distribution::says_nothing(key);
    } else {
      return false;
    }
  }
  static constexpr auto fields() { return join(Distribution::fields(), Application::fields()); }
};

}  // namespace montecopter
