#pragma once
/// Measurements and the rotor laws fitted to them, for `import --plot`: an SVG for any browser,
/// drawn by the program itself.

#include <span>
#include <string>
#include <vector>

namespace montecopter::report {

struct DrawnFit {
  std::string name, x_label, y_label;
  std::vector<double> x, measured, law;  ///< one element for each row
  std::vector<double> weights;           ///< 0: the row does not count
  double rms_percent = 0, most_percent = 0;
};

/// A picture with one row for each fit: on the left measurements and rotor law, on the right
/// residuals as a percentage of the largest measurement.
std::string fit_picture(const std::string& title, std::span<const DrawnFit> fits);

}  // namespace montecopter::report
