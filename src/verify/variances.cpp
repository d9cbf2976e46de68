#include "verify/variances.hpp"

#include <fmt/format.h>

#include <array>

#include "core/base/column_names.hpp"
#include "core/numerics/elementary.hpp"
#include "core/numerics/normal_quantile.hpp"
#include "core/numerics/powers.hpp"
#include "core/statistics/allan_record.hpp"
#include "core/statistics/chi_square.hpp"

namespace montecopter::verify {
namespace {

// --- process noise as an ensemble ---------------------------------------------------------------

constexpr double force_noise = 0.04, moment_noise = 0.0009;  ///< W_f [N2 s], W_m [N2 m2 s]
constexpr double mass_kg = 2, inertia_kg_m2 = 0.1;
constexpr int ensemble = 2048;

BodyFlight noisy_flight(double rate_hz, double duration_s) {
  return {.mass_kg = mass_kg,
          .inertia_kg_m2 = {inertia_kg_m2, inertia_kg_m2, inertia_kg_m2},  // no gyroscopic terms
          .drag = fmt::format("process_noise = {{force_n2_s = {}, moment_n2_m2_s = {}}}",
                              force_noise, moment_noise),
          .rate_hz = rate_hz,
          .duration_s = duration_s,
          .output_hz = 1 / duration_s};
}

/// The last values of all samples and axes, which are independent.
std::vector<double> last_values(const FlightsInMemory& flown, std::string_view signal) {
  std::vector<double> values;
  for (std::int64_t i = 0; i < flown.samples(); ++i) {
    for (const double x : flown.at(signal, flown.outputs() - 1, i)) values.push_back(x);
  }
  return values;
}

void append(std::vector<Check>& to, std::vector<Check> more) {
  for (Check& check : more) to.push_back(std::move(check));
}

/// Checks forces of variance W / h, held for a step h each. After the time t, the velocity has the
/// variance W t / m^2. The position has the sum of ((t - t_k - h/2) h)^2 W / (h m^2) = W / m^2
/// (t^3/3 - t h^2/12).
std::vector<Check> white_force_and_moment(const Lab& lab) {
  BodyFlight flight = noisy_flight(50, 2);
  flight.samples = ensemble;
  const FlightsInMemory flown = lab.fly(flight);
  const double t = flight.duration_s, h = 1 / flight.rate_hz, per_mass = force_noise / 4;
  std::vector<Check> checks;
  append(checks, moment_checks({"velocity under white force", "Wiener: W t/m^2"},
                               last_values(flown, "velocity"), {0, per_mass * t}));
  append(checks, moment_checks({"position under white force", "W/m^2 (t^3/3 - t h^2/12)"},
                               last_values(flown, "position"),
                               {0, per_mass * (t * t * t / 3 - t * h * h / 12)}));
  append(checks, moment_checks({"body rate under white moment", "Wiener: W t/J^2"},
                               last_values(flown, "body_rate"),
                               {0, moment_noise / (inertia_kg_m2 * inertia_kg_m2) * t}));
  return checks;
}

/// Linear drag: v(k+1) = a v(k) + (1 - a) F(k) / K with a = exp(-K h / m). For t >> m / K its
/// variance is (1 - a) / (1 + a) W / (h K^2).
constexpr double drag_n_s_m = 4;

Moments settled_velocity(double h) {
  const double lost = -expm1<double>(-drag_n_s_m * h / mass_kg);
  return {0, lost / (2 - lost) * force_noise / (h * drag_n_s_m * drag_n_s_m)};
}

BodyFlight dragged(BodyFlight flight) {
  flight.drag += fmt::format("\nlinear_drag_n_s_m = {}", drag_n_s_m);
  return flight;
}

std::vector<Check> langevin(const Lab& lab) {
  BodyFlight flight = dragged(noisy_flight(50, 5));  // exp(-2 K t / m) is 2e-9
  flight.samples = ensemble;
  return moment_checks({"velocity under white force and drag", "Langevin, settled: W/(2 m K)"},
                       last_values(lab.fly(flight), "velocity"),
                       settled_velocity(1 / flight.rate_hz));
}

// --- process noise over time --------------------------------------------------------------------

/// Readings of the first axis at every step.
std::vector<double> record_of(const Lab& lab, BodyFlight flight, const std::string& signal) {
  flight.output_hz = flight.rate_hz;
  flight.more_signals = ", \"specific_force\"";
  const FlightsInMemory flown = lab.fly(flight);
  std::vector<double> readings;
  for (std::int64_t n = 0; n < flown.outputs(); ++n) readings.push_back(flown.at(signal, n)[0]);
  return readings;
}

std::vector<Check> allan_of_process_noise(const Lab& lab) {
  const double rate = 100, h = 1 / rate, minutes = 10;
  BodyFlight flight = noisy_flight(rate, 60 * minutes);
  const std::string moment = fmt::format("moment_n2_m2_s = {}", moment_noise);
  flight.drag.replace(flight.drag.find(moment), moment.size(), "moment_n2_m2_s = 0.0");
  const double force_sd = std::sqrt(force_noise / h) / mass_kg;
  const BodyFlight slowed = dragged(flight);
  return {
      allan_check({"Allan deviation of white force", "IEEE 952: N/sqrt(tau)"},
                  record_of(lab, flight, "specific_force"), {.dt_s = h, .white_sd = force_sd}),
      allan_check({"Allan deviation of a random walk", "sd^2 (2 m^2 + 1)/(6 m)"},
                  record_of(lab, flight, "velocity"),
                  {.dt_s = h, .random_walk_sd_per_step = force_sd * h}),
      allan_check({"Allan deviation of a Gauss-Markov process", "exact for exp(-t/T) correlation"},
                  record_of(lab, slowed, "velocity"),
                  {.dt_s = h,
                   .gauss_markov_sd = std::sqrt(settled_velocity(h).variance),
                   .gauss_markov_time_s = mass_kg / drag_n_s_m})};
}

/// Checks the 1000 numbers of W. J. Riley, NIST Special Publication 1065 (2008), table 31, against
/// the deviations printed for them.
std::vector<Check> allan_of_riley(const Lab&) {
  struct PrintedValue {
    std::int64_t m;
    double plain, overlapping, unit;
  };
  std::vector<double> readings;
  for (std::int64_t n = 1234567890; readings.size() < 1000; n = 16807 * n % 2147483647) {
    readings.push_back(static_cast<double>(n) / 2147483647.0);
  }
  const AllanRecord record(readings, 1);
  Largest error;
  for (const PrintedValue& p : {PrintedValue{1, 2.922319e-1, 2.922319e-1, 1e-7},
                                PrintedValue{10, 9.965736e-2, 9.159953e-2, 1e-8},
                                PrintedValue{100, 3.897804e-2, 3.241343e-2, 1e-8}}) {
    const auto deviation = [&](AllanEstimator e) {
      return std::sqrt(record.estimate(p.m, e).variance);
    };
    error.take((deviation(AllanEstimator::non_overlapping) - p.plain) / p.unit);
    error.take((deviation(AllanEstimator::overlapping) - p.overlapping) / p.unit);
  }
  // The printed deviations are rounded to the last digit; the rounding of a thousand additions is
  // 1e-6 of a unit.
  return {error_check({"Allan deviation of published readings", "NIST SP 1065, table 31"}, error,
                      0.501, "last digit")};
}

// --- errors of sensors --------------------------------------------------------------------------

constexpr double walk = 0.2, markov_sd = 0.4, markov_time_s = 0.3;

/// Gyroscopes of a body at rest, each with one error, which is then its reading.
BodyFlight sensing_flight() {
  BodyFlight flight = {.rate_hz = 50, .duration_s = 1, .output_hz = 1, .samples = ensemble};
  const auto add = [&](const char* name, const std::string& keys) {
    flight.tables += fmt::format("[sensors.{}.gyroscope]\nrate_hz = 50\n{}\n", name, keys);
  };
  add("white", "white_noise_rad_s = 0.3");
  add("two_sided",
      "white_noise_density_rad_s_sqrt_hz = 0.02\nwhite_noise_density_is = \"two_sided\"");
  add("one_sided",
      "white_noise_density_rad_s_sqrt_hz = 0.02\nwhite_noise_density_is = \"one_sided\"");
  add("turn_on", "turn_on_bias_rad_s = 0.5");
  add("markov", fmt::format("gauss_markov_bias_rad_s = {}\ngauss_markov_time_s = {}", markov_sd,
                            markov_time_s));
  add("walk", fmt::format("bias_random_walk_rad_s_sqrt_s = {}", walk));
  return flight;
}

/// Differences of readings: reading `tick` less `kept` times the reading of tick 0, for all samples
/// and axes.
std::vector<double> readings_of(const FlightsInMemory& flown, const std::string& unit,
                                std::int64_t tick, double kept = 0) {
  std::vector<double> values;
  const std::string name = unit + ".gyroscope";
  for (std::int64_t i = 0; i < flown.samples(); ++i) {
    const auto now = flown.reading(name, tick, i), first = flown.reading(name, 0, i);
    for (std::size_t k = 0; k < now.size(); ++k) values.push_back(now[k] - kept * first[k]);
  }
  return values;
}

std::vector<Check> errors_of_sensors(const Lab& lab) {
  const FlightsInMemory flown = lab.fly(sensing_flight());
  const double kept = exp<double>(-15.0 / 50 / markov_time_s), markov = markov_sd * markov_sd;
  std::vector<Check> checks;
  const auto add = [&](const Claim& claim, const std::vector<double>& values, double variance) {
    append(checks, moment_checks(claim, values, {0, variance}));
  };
  add({"white noise per reading", "sd^2"}, readings_of(flown, "white", 50), 0.09);
  add({"white noise, two-sided density", "N^2 rate"}, readings_of(flown, "two_sided", 50), 0.02);
  add({"white noise, one-sided density", "N^2 rate/2"}, readings_of(flown, "one_sided", 50), 0.01);
  add({"turn-on bias", "sd^2"}, readings_of(flown, "turn_on", 50), 0.25);
  add({"Gauss-Markov bias", "sd^2 at all times"}, readings_of(flown, "markov", 50), markov);
  add({"Gauss-Markov bias, change over time", "sd^2 (1 - exp(-2 t/T))"},
      readings_of(flown, "markov", 15, kept), markov * (1 - kept * kept));
  add({"random walk of a bias", "K^2 t"}, readings_of(flown, "walk", 50), walk * walk);
  return checks;
}

std::vector<Check> allan_of_sensors(const Lab& lab) {
  BodyFlight flight = {.rate_hz = 100, .duration_s = 600, .output_hz = 1};
  flight.tables =
      "[sensors.imu.gyroscope]\nrate_hz = 100\nwhite_noise_rad_s = 0.02\n"
      "gauss_markov_bias_rad_s = 0.01\ngauss_markov_time_s = 2\n"
      "bias_random_walk_rad_s_sqrt_s = 0.001\n";
  const FlightsInMemory flown = lab.fly(flight);
  std::vector<double> readings;
  for (std::int64_t k = 0; k < flown.readings("imu.gyroscope"); ++k) {
    readings.push_back(flown.reading("imu.gyroscope", k)[0]);
  }
  return {allan_check({"Allan deviation of a gyroscope", "exact for the sum of its errors"},
                      readings,
                      {.dt_s = 0.01,
                       .white_sd = 0.02,
                       .random_walk_sd_per_step = 0.001 * 0.1,
                       .gauss_markov_sd = 0.01,
                       .gauss_markov_time_s = 2})};
}

// --- distributions ------------------------------------------------------------------------------

struct LawMoments {
  const char* keys;  ///< TOML
  const char* source;
  Moments moments;
};

/// Irrational moments are rounded from 40 digits.
const std::array<LawMoments, 15> drawn = {{
    {"dist = \"fixed\"\nvalue = 1.25", "the value", {1.25, 0}},
    {"dist = \"uniform\"\nlow = -2.0\nhigh = 6.0", "(b - a)^2/12", {2, 64.0 / 12}},
    {"dist = \"normal\"\nmean = 3.0\nsd = 0.5", "sd^2", {3, 0.25}},
    {"dist = \"truncated_normal\"\nmean = 1.0\nsd = 2.0\nlow = 0.0\nhigh = 4.0",
     "Johnson & Kotz: from Phi and phi at the limits",
     {1.7125457683541194, 1.1209926006049005}},
    {"dist = \"lognormal\"\nmedian = 2.0\nsigma = 0.5",
     "(e^s^2 - 1) e^s^2 m^2",
     {2.2662969061336526, 1.4587834160495468}},
    {"dist = \"triangular\"\nleft = 0.0\nmode = 1.0\nright = 4.0",
     "(a^2 + b^2 + c^2 - a b - a c - b c)/18",
     {5.0 / 3, 13.0 / 18}},
    {"dist = \"exponential\"\nmean = 2.0\nhigh = 3.0",
     "integral over the part below 3",
     {1.1383492496333953, 0.6726057332928528}},
    {"dist = \"weibull\"\nscale = 1.0\nshape = 1.5",
     "from gamma functions",
     {0.9027452929509336, 0.375690284813932}},
    {"dist = \"rayleigh\"\nsigma = 2.0",
     "(2 - pi/2) s^2",
     {2.5066282746310007, 1.7168146928204135}},
    {"dist = \"choice\"\nvalues = [1.0, 2.0, 4.0]", "sums", {7.0 / 3, 14.0 / 9}},
    {"dist = \"discrete\"\nvalues = [0.0, 1.0, 5.0]\nweights = [1.0, 2.0, 1.0]",
     "weighted sums",
     {7.0 / 4, 59.0 / 16}},
    {"dist = \"empirical\"\nvalues = [8.0, 1.0, 4.0, 2.0]",
     "three equal parts, each uniform",
     {3.5, 49.0 / 12}},
    {"dist = \"gamma\"\nshape = 2.5\nscale = 0.8", "k s^2", {2, 1.6}},
    {"dist = \"beta\"\nalpha = 2.0\nbeta = 5.0",
     "a b/((a + b)^2 (a + b + 1))",
     {2.0 / 7, 10.0 / 392}},
    {"dist = \"von_mises\"\nmean_rad = 1.0\nkappa = 4.0",
     "integral over one turn",
     {1, 0.29822837767374475}},
}};

/// Checks that every distribution can disperse a number of any value, with the right moments.
std::vector<Check> distributions(const Lab& lab) {
  std::vector<std::string> paths;
  for (const char* path :
       {"simulation.initial.position_m", "simulation.initial.velocity_m_s",
        "simulation.initial.body_rate_rad_s", "wind.0.to_m_s", "wind.1.to_m_s"}) {
    for (const char* axis : {".x", ".y", ".z"}) paths.push_back(std::string(path) + axis);
  }
  BodyFlight flight = {.rate_hz = 1000, .duration_s = 1e-3, .output_hz = 1000, .samples = 10000};
  for (int wind = 0; wind < 2; ++wind) {
    flight.tables += "[[wind]]\ntype = \"steady\"\nto_m_s = [0, 0, 0]\n";
  }
  for (std::size_t i = 0; i < drawn.size(); ++i) {
    flight.tables += fmt::format("[disperse.\"{}\"]\n{}\n", paths[i], drawn[i].keys);
  }
  const FlightsInMemory flown = lab.fly(flight);
  std::vector<Check> checks;
  for (std::size_t i = 0; i < drawn.size(); ++i) {
    std::vector<double> values;
    for (std::int64_t k = 0; k < flown.samples(); ++k) {
      values.push_back(flown.number(input_prefix + paths[i], k));
    }
    const std::string keys = drawn[i].keys;
    const std::size_t open = keys.find('"') + 1;
    append(checks, moment_checks({keys.substr(open, keys.find('"', open) - open), drawn[i].source},
                                 values, drawn[i].moments));
  }
  return checks;
}

}  // namespace

Estimate::Estimate(std::span<const double> values) {
  const auto n = static_cast<double>(values.size());
  for (const double x : values) mean += x / n;
  double second = 0, fourth = 0;
  for (const double x : values) {
    const double square = (x - mean) * (x - mean);
    second += square / n;
    fourth += square * square / n;
  }
  variance = second * n / (n - 1);
  mean_error = std::sqrt(second / n);
  variance_error = std::sqrt((fourth - second * second) / n);
}

std::vector<Check> moment_checks(const Claim& claim, std::span<const double> values,
                                 const Moments& wanted) {
  if (wanted.variance == 0) {
    Largest error;
    for (const double x : values) error.take(x - wanted.mean);
    return {error_check({claim.name + ", value", claim.source}, error, 0)};
  }
  const Estimate estimate(values);
  return {error_check({claim.name + ", mean", claim.source},
                      (estimate.mean - wanted.mean) / estimate.mean_error, four_sigma, "se"),
          error_check({claim.name + ", variance", claim.source},
                      (estimate.variance - wanted.variance) / estimate.variance_error, four_sigma,
                      "se")};
}

Check allan_check(const Claim& claim, std::span<const double> readings, const NoiseModel& model) {
  const AllanRecord record(readings, model.dt_s);
  const AllanCovariance covariance(model, record.size());
  Largest departure;
  for (const std::int64_t m : {1, 4, 16, 64, 256}) {
    const double edf = covariance.edf(m, AllanEstimator::overlapping);
    const double ratio = record.estimate(m, AllanEstimator::overlapping).variance /
                         expected_allan_variance(model, m);
    const double below = statistics::chi_square_below(edf * ratio, edf);
    departure.take(normal_quantile(below, 1 - below));
  }
  return error_check(claim, departure, four_sigma, "sd");
}

std::vector<Check> variance_checks(const Lab& lab) {
  std::vector<Check> checks;
  for (const auto part : {
           white_force_and_moment,
           langevin,
           allan_of_process_noise,
           errors_of_sensors,
           allan_of_sensors,
           allan_of_riley,
           distributions,
       }) {
    append(checks, part(lab));
  }
  return checks;
}

}  // namespace montecopter::verify
