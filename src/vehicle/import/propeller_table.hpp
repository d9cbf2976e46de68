#pragma once
/// Tables of thrust and power coefficients as the UIUC propeller database has them: columns CT and
/// CP over RPM, in air that stands still, or over the advance ratio J.

#include <optional>
#include <string>
#include <vector>

#include "vehicle/import/imported.hpp"
#include "vehicle/import/propeller_fit.hpp"

namespace montecopter {

struct PropellerTable {
  bool is_static = true;
  std::vector<double> x;  ///< speed [rad/s], or J
  std::vector<double> thrust, power;
};

/// Nothing if the first line does not name CT, CP and RPM or J. Throws Error(usage) for a row that
/// is no numbers.
std::optional<PropellerTable> parse_propeller_table(const std::string& text,
                                                    const std::string& file);

/// The propeller matched to the static rows, or to those of the lowest J, with the residuals of all
/// rows.
BladeElementRotor fit_propeller_table(const BladeElementRotor& sheet, const PropellerTable& table,
                                      double density_kg_m3, const std::string& file,
                                      std::vector<FittedCurve>& fits);

}  // namespace montecopter
