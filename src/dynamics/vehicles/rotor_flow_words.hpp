#pragma once
/// Words of a vehicle's keys for the effects of the ground and of other rotors (rotor_flow.hpp).

#include <array>

#include "core/fields/words.hpp"

namespace montecopter {

/// Law of the ground effect.
enum class GroundEffect { none, cheeseman_bennett, sanchez_cuevas };

inline constexpr std::array<ChoiceFor<GroundEffect>, 3> ground_effect_words = {{
    {GroundEffect::none, "none", "the ground does not change the thrust"},
    {GroundEffect::cheeseman_bennett, "cheeseman_bennett",
     "image of each rotor below the ground (Cheeseman and Bennett, 1955)"},
    {GroundEffect::sanchez_cuevas, "sanchez_cuevas",
     "images of all rotors, and lift on the body (Sanchez-Cuevas et al., 2017)"},
}};
inline constexpr auto ground_effects = choices_of(ground_effect_words);

/// Loss of thrust in the wakes of other rotors.
enum class RotorInterference { none, momentum };

inline constexpr std::array<ChoiceFor<RotorInterference>, 2> rotor_interference_words = {{
    {RotorInterference::none, "none", "each rotor thrusts as if alone"},
    {RotorInterference::momentum, "momentum",
     "rotors in the wake of others lose thrust by momentum theory"},
}};
inline constexpr auto rotor_interferences = choices_of(rotor_interference_words);

}  // namespace montecopter
