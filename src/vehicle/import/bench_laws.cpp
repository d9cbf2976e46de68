#include "vehicle/import/bench_laws.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <initializer_list>

#include "core/base/error.hpp"
#include "core/numerics/linear_fit.hpp"

namespace montecopter {
namespace {

using Q = BenchQuantity;
using Numbers = std::vector<double>;

constexpr std::size_t least_rows = 4;

[[noreturn]] void refuse(const std::string& file, std::string what, std::string why,
                         std::string suggestion = {}) {
  throw Error(ExitCode::usage,
              Problem{file, std::move(what), std::move(why), std::move(suggestion)});
}

/// Rows in which both quantities were measured.
struct Pairs {
  Numbers x, y;
};

Pairs pairs_of(const Numbers& x, const Numbers& y) {
  Pairs pairs;
  for (std::size_t k = 0; k < x.size() && k < y.size(); ++k) {
    if (!std::isfinite(x[k]) || !std::isfinite(y[k])) continue;
    pairs.x.push_back(x[k]), pairs.y.push_back(y[k]);
  }
  return pairs;
}

/// Whether x determines a rotor law: at least `distinct` different numbers besides 0.
bool has_spread(const Numbers& x, std::size_t distinct) {
  Numbers sorted;
  std::copy_if(x.begin(), x.end(), std::back_inserter(sorted), [](double v) { return v != 0; });
  std::sort(sorted.begin(), sorted.end());
  const auto end = std::unique(sorted.begin(), sorted.end());
  return static_cast<std::size_t>(end - sorted.begin()) >= distinct;
}

double power(double x, int exponent) {
  double product = 1;
  for (int k = 0; k < exponent; ++k) product *= x;
  return product;
}

/// Fits the rotor laws of a table, and collects remarks.
class Fitter {
 public:
  Fitter(const BenchTable& table, bool is_robust)
      : table_(table), loss_(is_robust ? FitLoss::biweight : FitLoss::squares) {}

  /// Coefficients of these powers of x; nullopt: too few rows.
  std::optional<Numbers> fit(const std::string& name, const Pairs& pairs,
                             std::initializer_list<int> powers, const char* x_label,
                             const char* y_label) {
    const std::size_t rows = pairs.x.size();
    if (rows < least_rows || !has_spread(pairs.x, powers.size() + 1)) return std::nullopt;
    Eigen::MatrixXd terms(static_cast<Eigen::Index>(rows), std::ssize(powers));
    Eigen::VectorXd measured(terms.rows());
    for (Eigen::Index k = 0; k < terms.rows(); ++k) {
      const auto at = static_cast<std::size_t>(k);
      Eigen::Index column = 0;
      for (const int exponent : powers) terms(k, column++) = power(pairs.x[at], exponent);
      measured[k] = pairs.y[at];
    }
    const LinearFit found = fit_linear(terms, measured, loss_);
    const Eigen::VectorXd law = measured - found.residuals;
    FittedCurve curve{name,
                      x_label,
                      y_label,
                      pairs.x,
                      pairs.y,
                      {law.begin(), law.end()},
                      {found.weights.begin(), found.weights.end()}};
    judge(curve);
    fits.push_back(std::move(curve));
    return Numbers(found.coefficients.begin(), found.coefficients.end());
  }

  Pairs pairs(Q x, Q y) const { return pairs_of(table_.of(x), table_.of(y)); }

  std::vector<FittedCurve> fits;

 private:
  const BenchTable& table_;
  FitLoss loss_;
};

/// Sum of all products with the weights, and with the magnitudes of the values.
struct Agreement {
  double sum = 0, of_magnitudes = 0;
};

Agreement agreement(const Numbers& values, const Numbers& weights) {
  Agreement found;
  for (std::size_t k = 0; k < values.size(); ++k) {
    const double weight = k < weights.size() ? std::fabs(weights[k]) : 1;
    if (!std::isfinite(values[k]) || !std::isfinite(weight)) continue;
    found.sum = std::fma(weight, values[k], found.sum);
    found.of_magnitudes = std::fma(weight, std::fabs(values[k]), found.of_magnitudes);
  }
  return found;
}

/// Makes the values positive. Stands differ in their positive direction, and load cells have
/// offsets. So the sign is taken where it matters: each row is weighted by its thrust or command.
void turn_up(BenchTable& table, Q quantity, const Numbers& weights, const char* what,
             const std::string& file, std::vector<std::string>& assumed) {
  constexpr double clear = 0.6;   // at most a fifth of the weighted values may have the other sign
  constexpr double noise = 0.05;  // fraction of the largest value: an unloaded cell
  Numbers& values = table.of(quantity);
  const Agreement found = agreement(values, weights);
  double least = 0, most = 0;
  for (const double x : values) {
    if (std::isfinite(x)) least = std::fmin(least, x), most = std::fmax(most, x);
  }
  if (std::fabs(found.sum) < clear * found.of_magnitudes) {
    refuse(file, fmt::format("the sign of the {} changes in the table", what),
           fmt::format("it ranges from {:.4g} to {:.4g} in SI units, with both signs under load",
                       least, most),
           "Leave out rows of the opposite direction, or correct their sign");
  }
  const bool is_negative = found.sum < 0;
  const double other = is_negative ? most : 0 - least, own = is_negative ? 0 - least : most;
  if (is_negative) {
    for (double& x : values) x = -x;
    assumed.push_back(fmt::format("the {} is negative in the table; its sign is inverted", what));
  }
  if (other <= noise * own) return;
  assumed.push_back(fmt::format(
      "the {} has the opposite sign in some rows, up to {:.3g} % of the largest: check the zero of "
      "the load cell",
      what, 100 * other / own));
}

/// Reports the reading of a load cell without command if it exceeds noise: it is in the residuals.
void tell_offset(const BenchTable& table, Q quantity, const char* what,
                 std::vector<std::string>& assumed) {
  constexpr double noise = 0.05;
  const Numbers &values = table.of(quantity), &commands = table.of(Q::command),
                &speeds = table.of(Q::speed);
  double most = 0, at_rest = 0;
  for (std::size_t k = 0; k < values.size(); ++k) {
    if (!std::isfinite(values[k])) continue;
    most = std::fmax(most, std::fabs(values[k]));
    const bool rests =
        (k < commands.size() && commands[k] == 0) || (k < speeds.size() && speeds[k] == 0);
    if (rests) at_rest = std::fmax(at_rest, std::fabs(values[k]));
  }
  if (at_rest <= noise * most) return;
  assumed.push_back(
      fmt::format("the {} without a command is {:.3g} % of its largest; it stays in the table: "
                  "zero the load cell, or subtract the offset",
                  what, 100 * at_rest / most));
}

/// Electric power: measured, or voltage times current.
Numbers electric_power(const BenchTable& table) {
  if (table.has(Q::power)) return table.of(Q::power);
  Numbers power;
  if (!table.has(Q::voltage) || !table.has(Q::current)) return power;
  for (std::size_t k = 0; k < table.of(Q::voltage).size(); ++k) {
    power.push_back(table.of(Q::voltage)[k] * table.of(Q::current)[k]);
  }
  return power;
}

Numbers shaft_power(const BenchTable& table) {
  Numbers power;
  if (!table.has(Q::torque) || !table.has(Q::speed)) return power;
  for (std::size_t k = 0; k < table.of(Q::torque).size(); ++k) {
    power.push_back(table.of(Q::torque)[k] * table.of(Q::speed)[k]);
  }
  return power;
}

/// Rotor law with these coefficients: of the squared speed, or of the command and its square.
double law_at(const Numbers& coefficients, double x, bool over_speed) {
  double sum = 0;
  for (std::size_t k = 0; k < coefficients.size(); ++k) {
    sum += coefficients[k] * power(x, static_cast<int>(k) + (over_speed ? 2 : 1));
  }
  return sum;
}

void fit_rotor(Fitter& fitter, BenchLaws& laws, const std::string& file) {
  const bool over_speed = laws.is_over_speed;
  const Q x = over_speed ? Q::speed : Q::command;
  const char* x_label = over_speed ? "speed [rad/s]" : "command [1]";
  const auto fit = [&](const char* what, Q y, const char* y_label) {
    const std::string name = fmt::format("{} over {}", what, over_speed ? "speed" : "command");
    return over_speed ? fitter.fit(name, fitter.pairs(x, y), {2}, x_label, y_label)
                      : fitter.fit(name, fitter.pairs(x, y), {1, 2}, x_label, y_label);
  };
  const auto thrust = fit("thrust", Q::thrust, "thrust [N]");
  if (!thrust) {
    refuse(file, "too few rows have thrust and speed, or thrust and command",
           fmt::format("a rotor law needs {} rows at different speeds", least_rows));
  }
  laws.thrust = *thrust;
  const FittedCurve& curve = fitter.fits.back();
  for (std::size_t k = 0; k < curve.x.size(); ++k) {
    if (curve.weights[k] > 0) laws.most = std::fmax(laws.most, curve.x[k]);
  }
  const double at_most = law_at(laws.thrust, laws.most, over_speed);
  if (!(at_most > 0 && laws.most > 0)) {
    refuse(file, "the thrust does not increase with the speed or command", "",
           "Check the columns of the table");
  }
  if (const auto torque = fit("torque", Q::torque, "torque [N m]")) laws.torque = *torque;
  if (!laws.torque.empty() && !(law_at(laws.torque, laws.most, over_speed) > 0)) {
    refuse(
        file,
        fmt::format("the torque does not increase with the {}", over_speed ? "speed" : "command"),
        "", "Check the columns of the table");
  }
}

void fit_curve(Fitter& fitter, BenchLaws& laws) {
  if (!laws.is_over_speed) {
    const double whole = laws.thrust[0] + laws.thrust[1];
    if (whole > 0) laws.thrust_curve = laws.thrust[1] / whole;
    const auto cubic = fitter.fit("thrust over command, cubic", fitter.pairs(Q::command, Q::thrust),
                                  {1, 2, 3}, "command [1]", "thrust [N]");
    if (!cubic) return;
    laws.cubic = *cubic;
    laws.cubic_rms_percent = fitter.fits.back().rms_percent;
    return;
  }
  const auto curve = fitter.fit("thrust over command", fitter.pairs(Q::command, Q::thrust), {1, 2},
                                "command [1]", "thrust [N]");
  if (curve && (*curve)[0] + (*curve)[1] > 0) {
    laws.thrust_curve = (*curve)[1] / ((*curve)[0] + (*curve)[1]);
  }
}

/// Takes the fraction of electric power that reaches the shaft; reports an impossible one.
void take_efficiency(double share, BenchLaws& laws, std::vector<std::string>& assumed) {
  if (share >= 0.01 && share <= 1) {
    laws.efficiency = share;
    return;
  }
  assumed.push_back(
      fmt::format("the shaft power, torque times speed, is {:.3g} times the electric power, and {} "
                  "is implausible: it is not used. Check the units of torque, speed and power",
                  share, share > 1 ? "more than 1" : "less than 0.01"));
}

void fit_supply(Fitter& fitter, const BenchTable& table, BenchLaws& laws,
                std::vector<std::string>& assumed) {
  const auto efficiency = fitter.fit("shaft power over electric power",
                                     pairs_of(electric_power(table), shaft_power(table)), {1},
                                     "electric power [W]", "shaft power [W]");
  if (efficiency) take_efficiency((*efficiency)[0], laws, assumed);
  const auto supply = fitter.fit("voltage over current", fitter.pairs(Q::current, Q::voltage),
                                 {0, 1}, "current [A]", "voltage [V]");
  if (supply && (*supply)[0] > 0 && (*supply)[1] <= 0) {
    laws.open_circuit_v = (*supply)[0];
    laws.resistance_ohm = 0 - (*supply)[1];
  }
  const Pairs loaded = fitter.pairs(Q::thrust, Q::voltage);
  const auto most = std::max_element(loaded.x.begin(), loaded.x.end());
  if (most != loaded.x.end()) {
    const double volts = loaded.y[static_cast<std::size_t>(most - loaded.x.begin())];
    if (volts > 0) laws.full_command_voltage_v = volts;
  }
}

}  // namespace

void judge(FittedCurve& fit) {
  double squares = 0, largest = 0;
  for (std::size_t k = 0; k < fit.x.size(); ++k) {
    if (!(fit.weights[k] > 0)) {
      ++fit.apart;
      continue;
    }
    const double r = fit.measured[k] - fit.law[k];
    squares = std::fma(r, r, squares);
    fit.most = std::fmax(fit.most, std::fabs(r));
    largest = std::fmax(largest, std::fabs(fit.measured[k]));
  }
  const auto count = static_cast<double>(fit.x.size() - fit.apart);
  fit.rms = count > 0 ? std::sqrt(squares / count) : 0;
  fit.rms_percent = largest > 0 ? 100 * fit.rms / largest : 0;
  fit.most_percent = largest > 0 ? 100 * fit.most / largest : 0;
}

BenchLaws fit_bench_laws(const BenchTable& measured, bool is_robust, const std::string& file,
                         std::vector<std::string>& assumed) {
  BenchTable table = measured;
  turn_up(table, Q::speed, table.of(Q::command), "speed", file, assumed);
  turn_up(table, Q::thrust, table.has(Q::command) ? table.of(Q::command) : table.of(Q::speed),
          "thrust", file, assumed);
  turn_up(table, Q::torque, table.of(Q::thrust), "torque", file, assumed);
  tell_offset(table, Q::thrust, "thrust", assumed);
  tell_offset(table, Q::torque, "torque", assumed);
  if (!table.has(Q::speed) && !table.has(Q::command)) {
    refuse(file, "the table has neither speed nor command", "thrust alone makes no rotor law",
           "Call a column 'RPM', 'speed_rad_s', 'Throttle (%)' or 'ESC signal (us)'");
  }
  BenchLaws laws;
  laws.is_over_speed = table.has(Q::speed);
  Fitter fitter(table, is_robust);
  fit_rotor(fitter, laws, file);
  fit_curve(fitter, laws);
  fit_supply(fitter, table, laws, assumed);
  laws.fits = std::move(fitter.fits);
  laws.motor = fit_bench_motor(table, laws.fits, assumed);
  return laws;
}

}  // namespace montecopter
