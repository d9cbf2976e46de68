/// The process noise as an ensemble: against statistics of multicopterDynamicsSim, and against the
/// exact variances of the Langevin equation.

#include <fmt/format.h>
#include <toml++/toml.h>

#include <catch2/catch.hpp>
#include <cmath>

#include "physics/reference_case.hpp"

namespace montecopter {
namespace {

/// Sample statistics with their standard errors.
struct Statistics {
  double mean = 0, std = 0, kurtosis = 3;
  double n = 0;

  double mean_error() const { return std / std::sqrt(n); }
  double std_error() const { return std * std::sqrt((kurtosis - 1) / (4 * n)); }
};

Statistics statistics_of(const std::vector<double>& values) {
  Statistics s;
  s.n = static_cast<double>(values.size());
  for (const double x : values) s.mean += x / s.n;
  double second = 0, fourth = 0;
  for (const double x : values) {
    const double d2 = (x - s.mean) * (x - s.mean);
    second += d2 / s.n;
    fourth += d2 * d2 / s.n;
  }
  s.std = std::sqrt(second * s.n / (s.n - 1));
  s.kurtosis = fourth / (second * second);
  return s;
}

/// One quantity of the statistics files in the case's frame (z up), axis 0, 1 or 2.
double quantity(const Flown& flown, const std::string& name, std::int64_t output,
                std::int64_t sample, std::size_t axis) {
  const double flip = axis == 0 ? 1.0 : -1.0;
  if (name != "attitude_vector") return flip * flown.at(name, output, sample)[axis];
  const auto q = flown.at("attitude", output, sample);
  const double sine = std::sqrt(q[1] * q[1] + q[2] * q[2] + q[3] * q[3]);
  const double sign = q[0] < 0 ? -1.0 : 1.0;
  const double angle = 2 * std::atan2(sine, sign * q[0]);
  return flip * (sine == 0 ? 0.0 : sign * q[axis + 1] * angle / sine);
}

TEST_CASE("noisy hover has the statistics of multicopterDynamicsSim") {
  const std::string integrator = GENERATE("euler", "rk4");
  const toml::table theirs =
      toml::parse_file(reference_path("upstream/mds_noise_stats_" + integrator + ".toml"));
  ReferenceCase c = load_reference_case("upstream/mds_hover_euler.toml");  // the same vehicle
  c.force_noise = theirs["source"]["force_noise_autocorrelation"].value_or(0.0);
  c.moment_noise = theirs["source"]["moment_noise_autocorrelation"].value_or(0.0);
  const auto samples = theirs["source"]["runs"].value_or(0);
  REQUIRE(c.force_noise == 5e-4);
  REQUIRE(samples == 2000);
  c.duration = 2;
  const Flown flown(to_scenario(
      c, {.integrator = integrator, .output_every = 480, .samples = static_cast<int>(samples)}));
  const std::map<std::string, std::string> names = {{"position", "position"},
                                                    {"velocity", "velocity"},
                                                    {"angular_velocity", "body_rate"},
                                                    {"attitude_vector", "attitude_vector"}};
  double worst = 0;
  for (const int output : {1, 2, 4}) {
    for (const auto& [their_name, our_name] : names) {
      for (std::size_t axis = 0; axis < 3; ++axis) {
        const auto& row = theirs[fmt::format("at_{}ms", 500 * output)]
                                [fmt::format("{}_{}", their_name, "xyz"[axis])];
        const Statistics wanted = {row["mean"].value_or(0.0), row["std"].value_or(0.0),
                                   row["kurtosis"].value_or(3.0), static_cast<double>(samples)};
        std::vector<double> values;
        for (int i = 0; i < samples; ++i) {
          values.push_back(quantity(flown, our_name, output, i, axis));
        }
        const Statistics ours = statistics_of(values);
        CAPTURE(integrator, output, their_name, axis, ours.mean, wanted.mean, ours.std, wanted.std);
        REQUIRE(wanted.std > 0);
        // Two independent estimates of one number differ by four joint standard errors once in
        // 16000.
        const double means =
            (ours.mean - wanted.mean) / std::hypot(ours.mean_error(), wanted.mean_error());
        const double stds =
            (ours.std - wanted.std) / std::hypot(ours.std_error(), wanted.std_error());
        CHECK(std::fabs(means) < 4);
        CHECK(std::fabs(stds) < 4);
        worst = std::max({worst, std::fabs(means), std::fabs(stds)});
      }
    }
  }
  INFO(integrator << ": largest difference " << worst << " joint standard errors");
  CHECK(worst > 1);  // 72 comparisons that all agree too well would not be independent
}

TEST_CASE("a body pushed by white force has the variances of the Langevin equation") {
  const Csv table = read_csv(reference_path("closed_form/stochastic_force_variances.csv"));
  REQUIRE(table.rows.size() % 4 == 0);
  // Each block of four rows is one body at 1, 5, 20 and 100 s; at 20 s those with drag are
  // stationary.
  const std::size_t first = GENERATE(0, 4, 8), rows = 3;
  ReferenceCase c = free_body(table.at(first, "m"), {1, 1, 1}, table.at(first + rows - 1, "t"));
  c.linear_drag = table.at(first, "K");
  c.force_noise = std::pow(table.at(first, "s"), 2);
  // A held force of 50 Hz instead of a white one: var_x is smaller by (dt / t)^2 / 4 = 1e-4 at 1 s.
  const int samples = 1024;
  const Flown flown(to_scenario(c, {.integrator = "rk4",
                                    .rate_hz = 50,
                                    .output_every = 50,
                                    .signals = {"position", "velocity"},
                                    .samples = samples}));
  const double n = 3 * samples;  // the three axes are independent
  for (std::size_t r = first; r < first + rows; ++r) {
    const auto output = static_cast<std::int64_t>(std::lround(table.at(r, "t")));
    double mean_x = 0, mean_v = 0, xx = 0, vv = 0, xv = 0;
    for (int i = 0; i < samples; ++i) {
      const auto p = flown.at("position", output, i), v = flown.at("velocity", output, i);
      for (std::size_t k = 0; k < 3; ++k) {
        mean_x += p[k] / n, mean_v += v[k] / n;
        xx += p[k] * p[k] / n, vv += v[k] * v[k] / n, xv += p[k] * v[k] / n;
      }
    }
    const double var_x = table.at(r, "var_x"), var_v = table.at(r, "var_v");
    const double cov = table.at(r, "cov_xv");
    const double four = 4 * std::sqrt(2 / n);  // four standard errors of a normal variance
    INFO(fmt::format("m {} K {} t {}: var_v {:+.3f} var_x {:+.3f} of {:.3f}", c.mass, c.linear_drag,
                     output, vv / var_v - 1, xx / var_x - 1, four));
    CHECK(std::fabs(vv / var_v - 1) < four);
    CHECK(std::fabs(xx / var_x - 1) < four);
    CHECK(std::fabs(xv - cov) < 4 * std::sqrt((var_x * var_v + cov * cov) / n));
    CHECK(std::fabs(mean_v) < 4 * std::sqrt(var_v / n));
    CHECK(std::fabs(mean_x) < 4 * std::sqrt(var_x / n));
  }
}

}  // namespace
}  // namespace montecopter
