#include "vehicle/import/propeller_table.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <sstream>

#include "core/base/error.hpp"
#include "core/base/text.hpp"
#include "core/numerics/angles.hpp"
#include "dynamics/rotors/blade.hpp"

namespace montecopter {
namespace {

using std::numbers::pi;

/// CT and CP of thrust and torque coefficients over rho A (Omega R)^2.
constexpr double per_thrust = pi * pi * pi / 4, per_torque = pi * pi * pi * pi / 4;

std::vector<std::string> words_of_line(std::string line) {
  std::replace_if(
      line.begin(), line.end(), [](char c) { return c == ',' || c == ';'; }, ' ');
  std::istringstream stream(line);
  std::vector<std::string> words;
  for (std::string word; stream >> word;) words.push_back(word);
  return words;
}

std::size_t place_of(const std::vector<std::string>& names, const char* name) {
  return static_cast<std::size_t>(std::find(names.begin(), names.end(), name) - names.begin());
}

/// Mean of a column over the rows with a weight.
double mean_of(const std::vector<double>& column, const std::vector<double>& weights) {
  double sum = 0, count = 0;
  for (std::size_t k = 0; k < column.size(); ++k) {
    sum += weights[k] * column[k], count += weights[k];
  }
  return sum / count;
}

/// Weights of the rows that are matched: the faster half of static rows, whose Reynolds numbers are
/// those of flights, or the lowest J.
std::vector<double> weights_of(const PropellerTable& table) {
  const auto [low, high] = std::minmax_element(table.x.begin(), table.x.end());
  const double least = table.is_static ? 0.5 * *high : 0;
  const double most = table.is_static ? *high : *low;
  std::vector<double> weights;
  for (const double x : table.x) weights.push_back(x >= least && x <= most ? 1 : 0);
  return weights;
}

FittedCurve judged(const char* name, const PropellerTable& table,
                   const std::vector<double>& measured, const std::vector<double>& law) {
  FittedCurve fit{
      name, table.is_static ? "speed [rad/s]" : "J [1]", "coefficient [1]", table.x, measured,
      law,  std::vector<double>(law.size(), 1.0)};
  double squares = 0, largest = 0;
  for (std::size_t k = 0; k < law.size(); ++k) {
    const double r = std::fabs(measured[k] - law[k]);
    squares += r * r, fit.most = std::fmax(fit.most, r);
    largest = std::fmax(largest, std::fabs(measured[k]));
  }
  fit.rms = std::sqrt(squares / static_cast<double>(law.size()));
  fit.rms_percent = largest > 0 ? 100 * fit.rms / largest : 0;
  fit.most_percent = largest > 0 ? 100 * fit.most / largest : 0;
  return fit;
}

}  // namespace

std::optional<PropellerTable> parse_propeller_table(const std::string& text,
                                                    const std::string& file) {
  std::istringstream lines(text);
  std::string line;
  std::getline(lines, line);
  const std::vector<std::string> names = words_of_line(line);
  const std::size_t thrust = place_of(names, "CT"), power = place_of(names, "CP");
  std::size_t x = place_of(names, "J");
  PropellerTable table;
  table.is_static = x == names.size();
  if (table.is_static) x = place_of(names, "RPM");
  if (std::max({thrust, power, x}) == names.size()) return std::nullopt;
  for (int number = 2; std::getline(lines, line); ++number) {
    const std::vector<std::string> words = words_of_line(line);
    if (words.empty()) continue;
    const auto at = [&](std::size_t k) {
      return k < words.size() ? parse_double(words[k]) : std::nullopt;
    };
    const auto a = at(x), b = at(thrust), c = at(power);
    if (!a || !b || !c) {
      throw Error(ExitCode::usage,
                  Problem{fmt::format("{}:{}", file, number), "a row is not three numbers",
                          "the table has CT and CP over J or RPM", "Correct the row"});
    }
    table.x.push_back(table.is_static ? *a * rad_s_per_rpm : *a);
    table.thrust.push_back(*b), table.power.push_back(*c);
  }
  return table;
}

BladeElementRotor fit_propeller_table(const BladeElementRotor& sheet, const PropellerTable& table,
                                      double density_kg_m3, const std::string& file,
                                      std::vector<FittedCurve>& fits) {
  const auto refuse = [&](const char* what) {
    throw Error(ExitCode::usage, Problem{file, what, "a propeller is matched to CT and CP above 0",
                                         "Check the table and --propeller"});
  };
  if (table.x.empty()) refuse("the table has no rows");
  const std::vector<double> weights = weights_of(table);
  const double speed = table.is_static ? mean_of(table.x, weights) : sheet.reference_speed();
  const double inflow = table.is_static ? 0 : mean_of(table.x, weights) / pi;
  const double r = sheet.radius_m(), area = pi * r * r;
  const double k = density_kg_m3 * area * r * r;
  StaticLoads measured = {.thrust_n_s2 = k * mean_of(table.thrust, weights) / per_thrust,
                          .torque_n_m_s2 = k * r * mean_of(table.power, weights) / per_torque,
                          .speed_rad_s = speed,
                          .density_kg_m3 = density_kg_m3,
                          .inflow = inflow};
  const auto law = matched(sheet, measured);
  if (!law) refuse("the propeller cannot be matched");
  const Blade blade = blade_of(*law);
  std::vector<double> thrust, power;
  InducedVelocities induced{};
  for (const double x : table.x) {
    const TipFlow tip = tip_flow(r, table.is_static ? x : speed, sea_level_air());
    const RotorCoefficients c = blade_loads(blade, tip, table.is_static ? 0 : x / pi, 0, induced);
    thrust.push_back(law->thrust_scale * per_thrust * c.thrust);
    power.push_back(law->torque_scale * per_torque * c.torque);
  }
  const char* over =
      table.is_static ? "thrust coefficient over speed" : "thrust coefficient over J";
  fits.push_back(judged(over, table, table.thrust, thrust));
  over = table.is_static ? "power coefficient over speed" : "power coefficient over J";
  fits.push_back(judged(over, table, table.power, power));
  return *law;
}

}  // namespace montecopter
