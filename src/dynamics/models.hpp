#pragma once
/// All closed lists that a scenario holds itself, one per kind, together. Help, errors, docs and
/// tests are derived from them, and a type that is added to a list can be read, dispersed and
/// flown. The table "How to add" in src/dynamics/README.md lists what a type needs, and what else
/// to edit. Include this header where all lists have to be known; elsewhere the header of the list
/// will do.
///
/// Lists that kernels know, or that are parts of a kind, stand with their subject.
///
///   * vehicles in vehicles/vehicle.hpp; rotor laws in rotors/rotor_laws.hpp and motors in
///     motors/motors.hpp, which a rotor only names, so that this header does not read them;
///   * winds in winds/wind.hpp, disturbances in disturbances/pulse.hpp, events in events/event.hpp;
///   * controllers in controllers/controller.hpp, estimators in estimators/estimator.hpp, sensors
///     in sensors/sensor_kinds.hpp, of which a unit has at most one each (sensors/sensor_unit.hpp);
///   * atmospheres in environment/atmosphere.hpp, magnetic fields in
///     environment/magnetic_field.hpp, grounds in grounds/ground.hpp;
///   * trajectories in trajectories/trajectory.hpp, headings in
///     trajectories/headings/heading.hpp;
///   * distributions in distributions/distribution.hpp;
///   * integrators, which have no parameters of their own, in integrators/kinds.hpp.

#include "dynamics/controllers/controller.hpp"
#include "dynamics/distributions/distribution.hpp"
#include "dynamics/disturbances/pulse.hpp"
#include "dynamics/environment/environment.hpp"
#include "dynamics/estimators/estimator.hpp"
#include "dynamics/events/event.hpp"
#include "dynamics/integrators/kinds.hpp"
#include "dynamics/sensors/sensor_unit.hpp"
#include "dynamics/trajectories/trajectory.hpp"
#include "dynamics/vehicles/vehicle.hpp"
#include "dynamics/winds/wind.hpp"
