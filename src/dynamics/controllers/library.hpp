#pragma once
/// A controller of the user's own: a shared library with the interface of
/// simulate/border/montecopter_controller.h. What is here is what a scenario says of it. The
/// library itself is loaded where flights are (simulate/programs.hpp), and never by reading a
/// scenario.

#include <array>
#include <cstddef>
#include <map>
#include <optional>
#include <string>
#include <string_view>

#include "dynamics/controllers/known_model.hpp"
#include "dynamics/controllers/loop_timing.hpp"
#include "dynamics/controllers/set_points.hpp"
#include "fields/fields.hpp"

namespace montecopter {

/// Parameters of one controller.
inline constexpr std::size_t most_own_parameters = 64;

struct LibraryController : LoopTiming {
  static constexpr std::string_view type_name = "library";
  static constexpr std::string_view doc =
      "A controller of one's own for multirotors: a shared library with a small C interface";

  std::string library;
  std::optional<std::string> sha256;
  std::optional<SetPointTable> set_points;
  std::map<std::string, double> parameters;
  /// Where the library is, seen from here; no key, for it differs between computers.
  std::string found_at;

  static constexpr auto fields() {
    using L = LibraryController;
    return join(
        LoopTiming::fields(),
        FieldList{
            field("library", &L::library, "The shared library, relative to the file that names it"),
            field("sha256", &L::sha256,
                  "SHA-256 of that file, which is flown by no other; default: that of the file as "
                  "it is, which a resolved scenario has"),
            field("set_points", &L::set_points, "What to follow instead of a trajectory"),
            field("parameters", &L::parameters, "1", any_number, Vary::per_sample,
                  "A parameter of the library, in the unit that it has there"),
        });
  }

  const SetPointTable* set_point_table() const { return set_points ? &*set_points : nullptr; }

  /// The parameters in the order of their names; the others are 0.
  template <class S>
  using Gains = std::array<S, most_own_parameters>;

  Gains<double> fold(const KnownModel&) const {
    Gains<double> numbers{};
    std::size_t i = 0;
    for (const auto& [name, number] : parameters) {
      if (i < numbers.size()) numbers[i++] = number;
    }
    return numbers;
  }

  /// Its law is a program.
  static constexpr bool is_program = true;
};

}  // namespace montecopter
