/// The expected Allan variance: exact sums, reference tables, and the lines of IEEE 952.

#include "core/statistics/allan_theory.hpp"

#include <fmt/format.h>

#include <catch2/catch.hpp>
#include <cmath>
#include <fstream>
#include <limits>
#include <map>
#include <sstream>
#include <string>

#include "physics/csv.hpp"

namespace montecopter {
namespace {

/// The double sum over two neighbouring averages of readings correlated as exp(-h |i - j|), by lag:
/// var(a) - cov(a, b) = sum of c(k) exp(-h k) / m^2. Since the c(k) add up to 0, exp(-h k) - 1 will
/// do, which keeps the digits where h is small.
long double markov_double_sum(long double h, std::int64_t m) {
  long double sum = 0;
  for (std::int64_t k = 2 * m - 1; k >= 1; --k) {
    const std::int64_t pairs = k < m ? 2 * (m - k) - k : k - 2 * m;
    sum += static_cast<long double>(pairs) * std::expm1(-h * static_cast<long double>(k));
  }
  const auto n = static_cast<long double>(m);
  return sum / (n * n);
}

void check_markov(double h, std::int64_t m, double& worst) {
  const long double wanted = markov_double_sum(h, m);
  const double error = static_cast<double>(
      std::fabs(static_cast<long double>(gauss_markov_allan_variance(1, h, m)) / wanted - 1));
  INFO(fmt::format("h {} m {}: {:.2e}", h, m, error));
  CHECK(error < 2e-15);  // a dozen roundings of 1.1e-16, in sums of positive numbers
  worst = std::max(worst, error);
}

TEST_CASE(
    "the Gauss-Markov variance is the double sum, however slow the noise or long the average") {
  double worst = 0;
  for (const double h : {1e-12, 1e-9, 1e-7, 1e-5, 2.5e-4, 1e-3, 0.01, 0.1,  0.3,   0.49,
                         0.5,   0.7,  0.99, 1.0,  1.01,   2.0,  5.0,  30.0, 100.0, 700.0}) {
    for (const std::int64_t m : {1, 2, 3, 7, 10, 99, 100, 1000, 20000}) check_markov(h, m, worst);
  }
  // Averages around the correlation time, and far beyond it.
  for (const double h : {1e-8, 1e-6, 3e-3}) check_markov(h, 1'000'000, worst);
  CHECK(worst > 1e-17);  // the sums are not the same code
}

TEST_CASE(
    "the Gauss-Markov variance is that of white noise, of a ramp or of a constant at its ends") {
  for (const std::int64_t m : {std::int64_t{1}, std::int64_t{1000}, std::int64_t{10'000'000}}) {
    const auto n = static_cast<double>(m);
    const double infinity = std::numeric_limits<double>::infinity();
    CHECK(gauss_markov_allan_variance(3, infinity, m) == Approx(9 / n).epsilon(1e-15));
    CHECK(gauss_markov_allan_variance(3, 0, m) == 0);
    // Far below the correlation time it is a random walk of q = 2 P h.
    for (const double h : {1e-20, 1e-120, 1e-200}) {
      const double walk = 9 * 2 * h * (2 * n * n + 1) / (6 * n);
      CHECK(gauss_markov_allan_variance(3, h, m) == Approx(walk).epsilon(1e-12));
    }
  }
}

/// One unit of the last of the digits that a text prints.
double unit_of(const std::string& printed) {
  const std::size_t e = printed.find_first_of("eE");
  const std::string digits = printed.substr(0, e);
  const std::size_t point = digits.find('.');
  const int decimals = point == std::string::npos ? 0 : static_cast<int>(digits.size() - point - 1);
  const int exponent = e == std::string::npos ? 0 : std::stoi(printed.substr(e + 1));
  return std::pow(10.0, exponent - decimals);
}

using Rows = std::vector<std::vector<std::string>>;

/// Cells of a reference file below its comments and its header.
Rows cells_of(const std::string& name, std::string& header) {
  std::ifstream file(reference_path(name));
  REQUIRE(file);
  Rows rows;
  header.clear();
  for (std::string line; std::getline(file, line);) {
    if (line.empty() || line[0] == '#') continue;
    if (header.empty()) {
      header = line;
      continue;
    }
    std::istringstream in(line);
    auto& row = rows.emplace_back();
    for (std::string cell; std::getline(in, cell, ',');) row.push_back(cell);
  }
  return rows;
}

TEST_CASE("the expected variances are those of the reference table, to its printed digits") {
  std::string header;
  const Rows rows = cells_of("sensors/allan_exact_discrete.csv", header);
  REQUIRE(header == "m,tau,avar_white,avar_rw,avar_gm,adev_total");
  REQUIRE(rows.size() == 12);
  const double dt = 0.005;
  const NoiseModel model = {.dt_s = dt,
                            .white_sd = white_sd_of_random_walk(0.015, dt),
                            .random_walk_sd_per_step = walk_sd_per_step(0.002, dt),
                            .gauss_markov_sd = 0.01,
                            .gauss_markov_time_s = 20};
  for (const auto& row : rows) {
    const std::int64_t m = std::stoll(row[0]);
    const std::vector<double> ours = {
        static_cast<double>(m) * dt,
        white_allan_variance(model.white_sd, m),
        random_walk_allan_variance(model.random_walk_sd_per_step, m),
        gauss_markov_allan_variance(model.gauss_markov_sd, dt / model.gauss_markov_time_s, m),
        std::sqrt(expected_allan_variance(model, m)),
    };
    for (std::size_t i = 0; i < ours.size(); ++i) {
      CAPTURE(m, i, ours[i], row[i + 1]);
      // The reader's and our own rounding on top, where fewer digits are printed than doubles have.
      const double wanted = std::stod(row[i + 1]);
      CHECK(std::fabs(ours[i] - wanted) <= unit_of(row[i + 1]) + 1e-15 * wanted);
    }
  }
}

TEST_CASE("rounding counts as white noise, and flicker noise is flat") {
  CHECK(expected_allan_variance({.quantum = 6}, 5) == Approx(36.0 / 12 / 5));
  for (const std::int64_t m : {1, 100}) {
    CHECK(std::sqrt(expected_allan_variance({.bias_instability = 2}, m)) ==
          Approx(2 * std::sqrt(2 * std::log(2.0) / 3.14159265358979324)).epsilon(1e-15));
  }
  CHECK(expected_allan_variance({}, 3) == 0);
}

TEST_CASE("the lines of IEEE 952 have their slopes, and their coefficients where they are read") {
  std::string header;
  const Rows rows = cells_of("sensors/ieee952_slopes.csv", header);
  REQUIRE(header == "process,adev(tau),loglog_slope,read_at");
  // Where a line is at its coefficient; the flicker line is so nowhere but times 0.664282.
  struct Line {
    Ieee952 only;
    double read_at_s, deviation;
  };
  const std::map<std::string, Line> lines = {
      {"quantisation Q", {{.quantisation = 3}, std::sqrt(3.0), 3}},
      {"angle random walk N", {{.angle_random_walk = 3}, 1, 3}},
      {"bias instability B", {{.bias_instability = 3}, 7, 3 * 0.664282}},
      {"rate random walk K", {{.rate_random_walk = 3}, 3, 3}},
      {"rate ramp R", {{.rate_ramp = 3}, std::sqrt(2.0), 3}},
  };
  std::size_t found = 0;
  for (const auto& row : rows) {
    const auto line = lines.find(row[0]);
    if (line == lines.end()) continue;
    ++found;
    const auto deviation = [&](double tau) {
      return std::sqrt(line->second.only.asymptotic_variance(tau));
    };
    CAPTURE(row[0]);
    const double tau = line->second.read_at_s;
    CHECK(deviation(tau) == Approx(line->second.deviation).epsilon(1e-6));
    const double slope = std::log10(deviation(10 * tau) / deviation(tau));
    CHECK(slope == Approx(std::stod(row[2])).margin(1e-12));
  }
  CHECK(found == lines.size());
  REQUIRE(rows.back()[0] == "Gauss-Markov peak");
  CHECK(rows.back()[1] == "0.437 q_c sqrt(T_c) at tau=1.89 T_c");
}

TEST_CASE("all lines together add up") {
  const Ieee952 all = {1, 2, 3, 4, 5};
  const double tau = 2.5;
  const double flicker = 2 * std::log(2.0) / 3.14159265358979324 * 9;
  CHECK(all.asymptotic_variance(tau) ==
        Approx(3 / (tau * tau) + 4 / tau + flicker + 16 * tau / 3 + 25 * tau * tau / 2));
}

TEST_CASE("Gauss-Markov noise peaks at 1.89 T with 0.437 q_c sqrt(T)") {
  const double h = 1e-5;  // continuous to 1e-10: sampling adds terms in h^2
  const double peak_variance = gauss_markov_peak_deviation * gauss_markov_peak_deviation;
  const auto variance = [&](double tau) {
    // q_c sqrt(T) = 1 has the variance T q_c^2 / 2 = 1/2
    const auto m = static_cast<std::int64_t>(std::round(tau / h));
    return gauss_markov_allan_variance(std::sqrt(0.5), h, m);
  };
  CHECK(variance(gauss_markov_peak_tau) == Approx(peak_variance).epsilon(1e-9));
  CHECK(variance(gauss_markov_peak_tau - 0.001) < variance(gauss_markov_peak_tau));
  CHECK(variance(gauss_markov_peak_tau + 0.001) < variance(gauss_markov_peak_tau));
  CHECK(std::round(1000 * gauss_markov_peak_deviation) == 437);
  CHECK(std::round(100 * gauss_markov_peak_tau) == 189);
}

TEST_CASE("white noise is sampled by both conventions of its density") {
  const Csv table = read_csv(reference_path("sensors/white_noise_sampling.csv"));
  REQUIRE(table.rows.size() == 4);
  for (std::size_t r = 0; r < table.rows.size(); ++r) {
    const double density = table.at(r, "nd"), dt = 1 / table.at(r, "fs");
    const double sd = white_sd_of_random_walk(density, dt);
    CHECK(sd == Approx(table.at(r, "sigma_two_sided")).epsilon(1e-11));
    CHECK(white_sd_of_one_sided_density(density, dt) ==
          Approx(table.at(r, "sigma_one_sided")).epsilon(1e-11));
    const double steps = 60 / dt;  // the angle after a minute: sum of the readings times dt
    CHECK(sd * dt * std::sqrt(steps) == Approx(table.at(r, "walk60s_two_sided")).epsilon(1e-11));
  }
}

}  // namespace
}  // namespace montecopter
