#pragma once
/// The epistemic inputs of a scenario file, which are read apart from the scenario.

#include <map>
#include <string>

#include "dynamics/distributions/distribution.hpp"

namespace montecopter {

/// Epistemic inputs under their key in a scenario file.
struct EpistemicInputs {
  std::map<std::string, Distribution> disperse;  ///< by dotted path, sorted

  static constexpr auto fields() {
    return FieldList{field("disperse", &EpistemicInputs::disperse, "", any_number, Vary::per_sample,
                           "Dispersed inputs")};
  }
};

}  // namespace montecopter
