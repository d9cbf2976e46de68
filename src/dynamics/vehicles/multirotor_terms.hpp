#pragma once
/// Which terms of the equations a multirotor has. form_of() (simulate/setup/multirotor_rows.cpp)
/// adds those of dispersed numbers; checks and models of the nominal vehicle take them as they are.

#include "dynamics/vehicles/multirotor.hpp"
#include "dynamics/vehicles/multirotor_constants.hpp"

namespace montecopter {

/// The terms whose factors are not zero. Zero factors would give the same motion at a higher price.
/// The one place that says which number makes which term: those of all samples are asked of a
/// vehicle in which the numbers that differ are NaN (scenario/derived/unknown_numbers.hpp).
MultirotorTerms terms_of(const Multirotor& vehicle);

}  // namespace montecopter
