#pragma once
/// How a draw becomes the value of the numbers that it disperses.

#include <optional>
#include <string>
#include <string_view>
#include <tuple>

#include "fields/fields.hpp"

namespace montecopter {

/// What the draw is: the value itself, a factor on the nominal value, or an offset from it.
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

/// The keys that every dispersion has, whatever its distribution.
struct Application {
  std::string apply = "value";
  std::string share = "all";

  static constexpr auto fields() {
    using A = Application;
    return std::tuple{
        field("apply", &A::apply,
              "What the draw is: \"value\", \"factor\" (times the nominal value) or \"offset\" "
              "(added to it)"),
        field("share", &A::share,
              "Where the path has a '*': \"all\" (one draw for all numbers) or \"each\" (a draw "
              "for each)"),
    };
  }
};

/// A distribution as [disperse."path"] has it.
template <class Distribution>
struct Dispersed : Distribution, Application {
  static constexpr auto fields() {
    return std::tuple_cat(Distribution::fields(), Application::fields());
  }
};

}  // namespace montecopter
