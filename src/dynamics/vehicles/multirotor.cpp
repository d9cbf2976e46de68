#include "dynamics/vehicles/multirotor.hpp"

#include "dynamics/motors/motors.hpp"
#include "dynamics/rotors/rotor_laws.hpp"

namespace montecopter {

Rotor::Rotor() = default;
Rotor::Rotor(const Rotor& other) = default;
Rotor::Rotor(Rotor&& other) noexcept = default;
Rotor& Rotor::operator=(const Rotor& other) = default;
Rotor& Rotor::operator=(Rotor&& other) noexcept = default;
Rotor::~Rotor() = default;

}  // namespace montecopter
