#pragma once
/// Terms of a response surface that a fit covers: their names, and their ranges in the logs.

#include <string>
#include <vector>

#include "flights/identify/fit.hpp"

namespace montecopter::identify {

/// Output and factors of the term with this coefficient or deviation: "moment_y of u". Empty if the
/// number belongs to no term.
std::string surface_term_text(const Multirotor& vehicle, const double* number);

/// Gives each term whose coefficient was fitted, and that has no range, the range of its product in
/// the fitted windows. Constants, and terms with rotor accelerations or with rotor speeds that the
/// logs lack, get none.
void set_surface_ranges(const FittedParameters& parameters, const std::vector<FitLog>& logs,
                        Multirotor& vehicle);

}  // namespace montecopter::identify
