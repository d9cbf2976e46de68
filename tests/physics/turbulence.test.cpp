/// Turbulence as an ensemble of 2000 samples: variances, autocorrelations and spectra against the
/// spectra of MIL-F-8785C, at three steps and three airspeeds. 4 standard errors: a test of 20 such
/// numbers fails once in 800 seeds; the seed is fixed.

#include <array>
#include <catch2/catch.hpp>
#include <cmath>
#include <complex>
#include <numbers>
#include <vector>

#include "dynamics/random/numbered_normal.hpp"
#include "physics/csv.hpp"
#include "support/wind_flight.hpp"

namespace montecopter {
namespace {

constexpr int samples = 2000;
constexpr double pi = std::numbers::pi;

struct Turbulence {
  std::string type = "dryden";
  double sigma = 1.5, length = 60, airspeed = 12;
  double step_s = 0.01;
  std::int64_t steps = 100;
  std::string more = {};
  int flights = samples;
};

Flown fly(const Turbulence& t) {
  return Flown(
      to_scenario({.winds = fmt::format("[[wind]]\ntype = \"{}\"\nsigma_m_s = [{}, {}, {}]\n"
                                        "length_m = [{}, {}, {}]\nairspeed_m_s = {}\n{}",
                                        t.type, t.sigma, t.sigma, t.sigma, t.length, t.length,
                                        t.length, t.airspeed, t.more),
                   .step_s = t.step_s,
                   .steps = t.steps,
                   .samples = t.flights,
                   .signals = "\"wind\""}));
}

/// E x(step j, axis a) x(step k, axis b).
double covariance(const Flown& flown, std::int64_t j, std::size_t a, std::int64_t k,
                  std::size_t b) {
  double sum = 0;
  for (std::int64_t i = 0; i < samples; ++i) {
    sum += flown.at("wind", j, i)[a] * flown.at("wind", k, i)[b];
  }
  return sum / samples;
}

/// Whether a covariance of normal numbers of that variance is the expected one.
void check(double found, double expected, double variance) {
  const double error = std::sqrt((variance * variance + expected * expected) / samples);
  INFO("found " << found << ", expected " << expected << " +- " << error);
  CHECK(std::fabs(found - expected) < 4 * error);
}

TEST_CASE("Dryden's turbulence has its variance and autocorrelation at every step and airspeed") {
  const double step = GENERATE(0.005, 0.02, 0.25), airspeed = GENERATE(4.0, 12.0, 36.0);
  const double sigma = 1.5, length = 12;
  const Flown flown =
      fly({.sigma = sigma, .length = length, .airspeed = airspeed, .step_s = step, .steps = 200});
  const double variance = sigma * sigma;
  CAPTURE(step, airspeed);
  for (const std::int64_t j : {0, 200}) {
    for (std::size_t a = 0; a < 3; ++a) {
      check(covariance(flown, j, a, j, a), variance, variance);
      check(covariance(flown, j, a, j, (a + 1) % 3), 0, variance);  // axes are independent
    }
  }
  for (const std::int64_t lag : {1, 3, 10, 30, 100}) {
    const double x = static_cast<double>(lag) * step * airspeed / length;
    for (const std::int64_t j : {0, 100}) {
      check(covariance(flown, j, 0, j + lag, 0), variance * std::exp(-x), variance);
      check(covariance(flown, j, 1, j + lag, 1), variance * std::exp(-x) * (1 - x / 2), variance);
      check(covariance(flown, j, 2, j + lag, 2), variance * std::exp(-x) * (1 - x / 2), variance);
    }
  }
}

TEST_CASE("Dryden's autocorrelation is that of the reference") {
  const Csv csv = read_csv(reference_path("environment/dryden_autocorrelation.csv"));
  for (const double step : {0.01, 0.1, 1.0}) {
    const Flown flown = fly({.step_s = step, .steps = 20});
    for (std::size_t row = 0; row < csv.rows.size(); ++row) {
      const double lag = csv.at(row, "tau_s") / step;
      const auto n = static_cast<std::int64_t>(std::lround(lag));
      if (std::fabs(lag - static_cast<double>(n)) > 1e-9 || n > 20) continue;
      CAPTURE(step, lag);
      check(covariance(flown, 0, 0, n, 0), csv.at(row, "R_u"), 2.25);
      check(covariance(flown, 0, 1, n, 1), csv.at(row, "R_v"), 2.25);
      check(covariance(flown, 0, 2, n, 2), csv.at(row, "R_v"), 2.25);
    }
  }
}

/// Welch's method over the ensemble, Hann's window, half overlap: one-sided density over the
/// angular frequency in bins 0 to size / 2.
std::vector<double> density(const Flown& flown, std::size_t axis, std::int64_t size, double step_s,
                            int flights, std::int64_t highest_bin) {
  std::vector<double> window, found(static_cast<std::size_t>(highest_bin) + 1);
  std::vector<std::complex<double>> turn;
  double power = 0;
  for (std::int64_t n = 0; n < size; ++n) {
    const double angle = 2 * pi * static_cast<double>(n) / static_cast<double>(size);
    window.push_back(0.5 - 0.5 * std::cos(angle));
    turn.push_back(std::polar(1.0, -angle));
    power += window.back() * window.back();
  }
  std::int64_t segments = 0;
  for (std::int64_t i = 0; i < flights; ++i) {
    for (std::int64_t first = 0; first + size <= flown.outputs(); first += size / 2, ++segments) {
      std::vector<double> x;
      for (std::int64_t n = 0; n < size; ++n) {
        x.push_back(flown.at("wind", first + n, i)[axis] * window[static_cast<std::size_t>(n)]);
      }
      for (std::size_t bin = 0; bin < found.size(); ++bin) {
        std::complex<double> sum = 0;
        for (std::size_t n = 0; n < x.size(); ++n) sum += x[n] * turn[n * bin % x.size()];
        found[bin] += std::norm(sum);
      }
    }
  }
  for (double& x : found) x *= step_s / (pi * power * static_cast<double>(segments));
  return found;
}

/// The densities of MIL-F-8785C, one-sided over the angular frequency.
double dryden_u(double omega, const Turbulence& t) {
  const double T = t.length / t.airspeed, x2 = omega * T * omega * T;
  return t.sigma * t.sigma * 2 * T / pi / (1 + x2);
}
double dryden_v(double omega, const Turbulence& t) {
  const double T = t.length / t.airspeed, x2 = omega * T * omega * T;
  return t.sigma * t.sigma * T / pi * (1 + 3 * x2) / ((1 + x2) * (1 + x2));
}
double von_karman_u(double omega, const Turbulence& t) {
  const double T = t.length / t.airspeed, x = 1.339 * omega * T;
  return t.sigma * t.sigma * 2 * T / pi * std::pow(1 + x * x, -5.0 / 6);
}
double von_karman_v(double omega, const Turbulence& t) {  // MIL-F-8785C's length
  const double T = t.length / t.airspeed, x = 1.339 * omega * T;
  return t.sigma * t.sigma * T / pi * (1 + 8.0 / 3 * x * x) * std::pow(1 + x * x, -11.0 / 6);
}

TEST_CASE("the densities above are those of the reference") {
  const Csv csv = read_csv(reference_path("environment/dryden_psd.csv"));
  const Turbulence t;
  for (std::size_t row = 0; row < csv.rows.size(); ++row) {
    const double omega = csv.at(row, "omega");
    CHECK(dryden_u(omega, t) == Approx(csv.at(row, "Phi_u")).epsilon(1e-12));
    CHECK(dryden_v(omega, t) == Approx(csv.at(row, "Phi_v")).epsilon(1e-12));
  }
}

using Density = double (*)(double omega, const Turbulence& t);

/// The density of what is sampled every step: all that is beyond Nyquist folds down. Where it falls
/// with the square of the frequency, what is left out of 6 % at the last bins falls with the count:
/// below 0.1 %.
double folded(Density density, double omega, const Turbulence& t) {
  constexpr int most = 200;
  double sum = 0;
  for (int k = -most; k <= most; ++k) {
    sum += density(std::fabs(omega + 2 * pi * k / t.step_s), t);
  }
  return sum;
}

/// Below 0.3 of Nyquist. Means over four bins, whose standard error is that of 4 x 1200 segments or
/// more: below 1.5 %; half of that for Dryden's. Bins below the 8th see the window.
void check_density(const Turbulence& t, Density meant, std::size_t axis, const Flown& flown,
                   bool as_continuous) {
  constexpr std::int64_t size = 256;
  const auto highest = static_cast<std::int64_t>(0.3 * size / 2);
  const auto found = density(flown, axis, size, t.step_s, t.flights, highest);
  for (std::int64_t first = 8; first + 3 <= highest; first += 4) {
    double measured = 0, sampled = 0, continuous = 0;
    for (std::int64_t bin = first; bin < first + 4; ++bin) {
      const double omega = 2 * pi * static_cast<double>(bin) / (size * t.step_s);
      measured += found[static_cast<std::size_t>(bin)] / 4;
      sampled += folded(meant, omega, t) / 4;
      continuous += meant(omega, t) / 4;
    }
    CAPTURE(t.step_s, t.airspeed, axis, first, measured / sampled, measured / continuous);
    CHECK(std::fabs(measured / sampled - 1) < 0.05);
    // Where the density falls with the square of the frequency, 6 % folds down to the last bins.
    if (as_continuous) CHECK(std::fabs(measured / continuous - 1) < 0.1);
  }
}

namespace {

void check_dryden_spectrum(double step_s, double airspeed) {
  const Turbulence t{
      .length = 6, .airspeed = airspeed, .step_s = step_s, .steps = 511, .flights = 1600};
  const Flown flown = fly(t);
  check_density(t, dryden_u, 0, flown, true);
  check_density(t, dryden_v, 1, flown, true);
  check_density(t, dryden_v, 2, flown, true);
}

}  // namespace

TEST_CASE("Dryden's turbulence has its spectrum") { check_dryden_spectrum(0.02, 12); }

TEST_CASE("Dryden's turbulence has its spectrum at every step and airspeed", "[slow]") {
  const double step_s = GENERATE(0.01, 0.02, 0.05);
  check_dryden_spectrum(step_s, GENERATE(6.0, 12.0, 24.0));
}

TEST_CASE("von Karman's turbulence has 0.969 and 0.962 of its variance at every step") {
  // What the rational filters leave of it: integrals of their |H|^2 by residues (mpmath).
  const double step = GENERATE(0.005, 0.02, 0.25), airspeed = GENERATE(4.0, 12.0, 36.0);
  const Flown flown =
      fly({.type = "von_karman", .length = 12, .airspeed = airspeed, .step_s = step, .steps = 50});
  CAPTURE(step, airspeed);
  for (const std::int64_t j : {0, 1, 50}) {
    check(covariance(flown, j, 0, j, 0), 2.25 * 0.9687137358, 2.25);
    check(covariance(flown, j, 1, j, 1), 2.25 * 0.9623359125, 2.25);
    check(covariance(flown, j, 2, j, 2), 2.25 * 0.9623359125, 2.25);
    check(covariance(flown, j, 0, j, 1), 0, 2.25);
    check(covariance(flown, j, 1, j, 2), 0, 2.25);
  }
}

/// One-sided density of the filters of MIL-HDBK-1797 themselves.
double filtered_u(double omega, const Turbulence& t) {
  const double T = t.length / t.airspeed;
  const std::complex<double> s(0, omega * T);
  return t.sigma * t.sigma * 2 * T / pi *
         std::norm((1.0 + 0.25 * s) / (1.0 + 1.357 * s + 0.1987 * s * s));
}
double filtered_v(double omega, const Turbulence& t) {
  const double T = t.length / t.airspeed;
  const std::complex<double> s(0, omega * T);
  return t.sigma * t.sigma * T / pi *
         std::norm((1.0 + 2.7478 * s + 0.3398 * s * s) /
                   (1.0 + 2.9958 * s + 1.9754 * s * s + 0.1539 * s * s * s));
}

TEST_CASE("von Karman's turbulence has the spectrum of its filters", "[slow]") {
  Turbulence t{.type = "von_karman", .length = 6, .steps = 511, .flights = 400};
  t.step_s = GENERATE(0.01, 0.02, 0.05);
  t.airspeed = GENERATE(6.0, 12.0, 24.0);
  const Flown flown = fly(t);
  check_density(t, filtered_u, 0, flown, false);
  check_density(t, filtered_v, 1, flown, false);
  check_density(t, filtered_v, 2, flown, false);
}

TEST_CASE("the filters of MIL-HDBK-1797 keep to von Karman's spectrum") {
  // A check of the filters, not of the program: how far what it flies is from von Karman.
  const Turbulence t{.length = 1, .airspeed = 1};
  double worst_u = 0, worst_v = 0;
  for (double omega = 0.01; omega < 10; omega *= 1.05) {
    worst_u = std::fmax(worst_u, std::fabs(filtered_u(omega, t) / von_karman_u(omega, t) - 1));
    worst_v = std::fmax(worst_v, std::fabs(filtered_v(omega, t) / von_karman_v(omega, t) - 1));
  }
  INFO("worst " << worst_u << " and " << worst_v);
  CHECK(worst_u < 0.034);
  CHECK(worst_v < 0.046);
}

TEST_CASE("low altitude turbulence has the variances and lengths of the standard") {
  const Csv csv = read_csv(reference_path("environment/dryden_lowalt_parameters.csv"));
  for (const std::size_t row : {std::size_t{0}, csv.rows.size() / 2, csv.rows.size() - 1}) {
    const double airspeed = 10, step = 1.0;
    const Flown flown(to_scenario(
        {.winds = fmt::format("[[wind]]\ntype = \"dryden_low_altitude\"\nheight_m = {:.17g}\n"
                              "wind_20ft_m_s = {:.17g}\nairspeed_m_s = {}\n",
                              csv.at(row, "h_m"), csv.at(row, "W20_m_s"), airspeed),
         .step_s = step,
         .steps = 3,
         .samples = samples,
         .signals = "\"wind\""}));
    const std::array<double, 3> sigma = {csv.at(row, "sigma_u"), csv.at(row, "sigma_v"),
                                         csv.at(row, "sigma_w")};
    const std::array<double, 3> length = {csv.at(row, "Lu_m_8785C"), csv.at(row, "Lv_m_8785C"),
                                          csv.at(row, "Lw_m_8785C")};
    for (std::size_t a = 0; a < 3; ++a) {
      const double variance = sigma[a] * sigma[a], x = step * airspeed / length[a];
      check(covariance(flown, 0, a, 0, a), variance, variance);
      check(covariance(flown, 1, a, 2, a), variance * std::exp(-x) * (a == 0 ? 1 : 1 - x / 2),
            variance);
    }
  }
}

TEST_CASE("the azimuth turns the longitudinal component") {
  const Turbulence north{.flights = 5}, east{.more = "azimuth_deg = 90\n", .flights = 5};
  const Flown a = fly(north), b = fly(east);
  for (std::int64_t n = 0; n <= 100; ++n) {
    for (std::int64_t i = 0; i < 5; ++i) {
      // The cosine of pi / 2 rounded is 6e-17.
      CHECK(b.at("wind", n, i)[1] == Approx(a.at("wind", n, i)[0]).margin(1e-15));
      CHECK(b.at("wind", n, i)[0] == Approx(-a.at("wind", n, i)[1]).margin(1e-15));
      CHECK(b.at("wind", n, i)[2] == a.at("wind", n, i)[2]);
    }
  }
}

TEST_CASE("MIL-HDBK-1797's lengths are half of MIL-F-8785C's") {
  const Flown a = fly({.flights = 5});
  const Flown b(to_scenario({.winds = "[[wind]]\ntype = \"dryden\"\nsigma_m_s = [1.5, 1.5, 1.5]\n"
                                      "length_m = [60, 30, 30]\nairspeed_m_s = 12\n"
                                      "standard = \"mil_hdbk_1797\"\n",
                             .samples = 5,
                             .signals = "\"wind\""}));
  for (std::int64_t n = 0; n <= 100; ++n) {
    for (std::size_t k = 0; k < 3; ++k) CHECK(a.at("wind", n, 3)[k] == b.at("wind", n, 3)[k]);
  }
}

TEST_CASE("turbulence takes five numbers of the stream of its wind at each tick") {
  const Flown flown = fly({.flights = 5});
  const double sigma = 1.5, x = 0.01 * 12 / 60, kept = std::exp(-x);
  const Stream stream = {20, 3, stream_hash("wind0.dryden")};
  std::array<double, 5> n{};
  const auto draw = [&](std::uint64_t tick) {
    for (std::uint64_t k = 0; k < 5; ++k) n[k] = stream.normal(5 * tick + k);
  };
  const auto across = [&](double a, double b) {
    return sigma / std::sqrt(2.0) * (std::sqrt(3.0) * a + (1 - std::sqrt(3.0)) * b);
  };
  draw(0);
  const double u = n[0];
  CHECK(flown.at("wind", 0, 3)[0] == Approx(sigma * n[0]).epsilon(1e-14));
  CHECK(flown.at("wind", 0, 3)[1] == Approx(across(n[1], (n[1] + n[2]) / 2)).epsilon(1e-14));
  CHECK(flown.at("wind", 0, 3)[2] == Approx(across(n[3], (n[3] + n[4]) / 2)).epsilon(1e-14));
  double along = sigma * u;
  for (std::uint64_t tick = 1; tick < 6; ++tick) {
    draw(tick);
    along = kept * along + sigma * std::sqrt(1 - kept * kept) * n[0];
    CHECK(flown.at("wind", static_cast<std::int64_t>(tick), 3)[0] == Approx(along).epsilon(1e-13));
  }
}

TEST_CASE("turbulences of one flight are independent") {
  const Flown flown(to_scenario(
      {.winds = "[[wind]]\ntype = \"dryden\"\nsigma_m_s = [1, 0, 0]\nlength_m = [9, 9, 9]\n"
                "airspeed_m_s = 9\n[[wind]]\ntype = \"dryden\"\nsigma_m_s = [0, 1, 0]\n"
                "length_m = [9, 9, 9]\nairspeed_m_s = 9\nazimuth_deg = -90\n",
       .steps = 1,
       .samples = samples,
       .signals = "\"wind\""}));
  check(covariance(flown, 0, 0, 0, 0), 2, 2);  // both blow along north
}

}  // namespace
}  // namespace montecopter
