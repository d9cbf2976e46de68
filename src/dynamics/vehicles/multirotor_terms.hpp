#pragma once
/// Terms of the equations that a multirotor has. form_of() (simulate/setup/multirotor_rows.cpp)
/// adds the terms of dispersed numbers; checks and models of the nominal vehicle take them as they
/// are.

#include "dynamics/vehicles/multirotor.hpp"
#include "dynamics/vehicles/multirotor_constants.hpp"

namespace montecopter {

/// The terms whose factors are not zero. Zero factors would give the same motion at a higher price.
/// It is the only place that relates numbers to terms. For the terms of all samples, call it with a
/// vehicle in which the numbers that differ are NaN (scenario/derived/unknown_numbers.hpp).
MultirotorTerms terms_of(const Multirotor& vehicle);

}  // namespace montecopter
