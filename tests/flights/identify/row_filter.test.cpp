/// The filter of the errors of recorded states, beside the covariance of all defects at once.

#include "flights/identify/row_filter.hpp"
#include "core/numerics/fixed_order.hpp"

#include <catch2/catch.hpp>
#include <cmath>
#include <random>

#include "core/numerics/nelder_mead.hpp"

namespace montecopter::identify {
namespace {

constexpr std::size_t rows = 5;
constexpr double length_s = 0.02;

Disturbances some_disturbances() {
  Disturbances d;
  for (std::size_t c = 0; c < error_size; ++c) d.record[c] = 0.01 * static_cast<double>(1 + c % 4);
  for (std::size_t a = 0; a < d.axes.size(); ++a)
    d.axes[a] = {1e-3, 0.02 * static_cast<double>(1 + a), 0.3, 0.05 * static_cast<double>(1 + a)};
  return d;
}

/// A rate is damped, and leads its place on; attitude turns the velocity.
Transition some_transition() {
  Transition F{};
  for (std::size_t c = 0; c < error_size; ++c) F[c * error_size + c] = 1;
  for (std::size_t k = 0; k < 3; ++k) {
    F[k * error_size + 3 + k] = length_s;
    F[(6 + k) * error_size + 9 + k] = length_s;
    F[(9 + k) * error_size + 9 + k] = 0.9;
  }
  F[3 * error_size + 7] = -9.81 * length_s, F[4 * error_size + 6] = 9.81 * length_s;
  return F;
}

double at(const Transition& F, std::size_t i, std::size_t j) { return F[i * error_size + j]; }

/// How a lasting acceleration `a` moves the components over a row, and its exact decay.
double effect(const Disturbance& d, std::size_t a, std::size_t component) {
  const std::size_t rate = a < 3 ? 3 + a : 6 + a, place = rate - 3;
  const double gain = d.time_s * (1 - std::exp(-length_s / d.time_s));
  if (component == rate) return gain;
  return component == place ? 0.5 * length_s * gain : 0;
}

/// Of a defect D = F v - v' - w - B d, where v and v' are noise of two records.
Eigen::MatrixXd covariance_of_defects(const Disturbances& noise, const Transition& F) {
  const std::size_t n = error_size;
  Eigen::MatrixXd S = Eigen::MatrixXd::Zero(rows * n, rows * n);
  for (std::size_t k = 0; k < rows; ++k) {
    for (std::size_t i = 0; i < n; ++i) {
      S(k * n + i, k * n + i) += noise.record[i] * noise.record[i];
      for (std::size_t j = 0; j < n; ++j) {
        for (std::size_t c = 0; c < n; ++c)
          S(k * n + i, k * n + j) += at(F, i, c) * noise.record[c] * noise.record[c] * at(F, j, c);
        if (k == 0) continue;
        const double shared = -at(F, i, j) * noise.record[j] * noise.record[j];
        S(k * n + i, (k - 1) * n + j) += shared, S((k - 1) * n + j, k * n + i) += shared;
      }
    }
    for (std::size_t a = 0; a < 6; ++a) {
      const std::size_t rate = k * n + (a < 3 ? 3 + a : 6 + a), place = rate - 3;
      const double q = noise.axes[a].density, h = length_s;
      S(rate, rate) += q * h, S(rate, place) += q * h * h / 2, S(place, rate) += q * h * h / 2;
      S(place, place) += q * h * h * h / 3 + noise.axes[a].wander * h;
    }
  }
  for (std::size_t a = 0; a < 6; ++a) {
    const Disturbance& d = noise.axes[a];
    for (std::size_t k = 0; k < rows; ++k) {
      for (std::size_t l = 0; l < rows; ++l) {
        const double apart_s =
            std::fabs(static_cast<double>(k) - static_cast<double>(l)) * length_s;
        const double shared = d.lasting * d.lasting * std::exp(-apart_s / d.time_s);
        for (std::size_t i = 0; i < n; ++i) {
          for (std::size_t j = 0; j < n; ++j)
            S(k * n + i, l * n + j) += effect(d, a, i) * shared * effect(d, a, j);
        }
      }
    }
  }
  return S;
}

/// Sums of squares are the exponent of the likelihood, which has two forms.
TEST_CASE("innovations have the likelihood of all defects together") {
  const Disturbances noise = some_disturbances();
  const Transition F = some_transition();
  const Eigen::MatrixXd S = covariance_of_defects(noise, F);
  std::mt19937_64 bits(1);
  std::normal_distribution<double> normal;
  std::vector<double> defects(rows * error_size);
  for (double& x : defects) x = 0.05 * normal(bits);

  RowFilter filter(noise, true, 2);
  filter.begin();
  double squares = 0, products = 0;
  for (std::size_t k = 0; k < rows; ++k) {
    std::vector<double> columns(2 * error_size);
    for (std::size_t c = 0; c < error_size; ++c) {
      columns[2 * c] = defects[k * error_size + c];
      columns[2 * c + 1] = static_cast<double>(c) * 0.01;
    }
    filter.advance(F, length_s, columns);
    for (std::size_t c = 0; c < error_size; ++c)
      squares += columns[2 * c] * columns[2 * c], products += columns[2 * c] * columns[2 * c + 1];
  }

  const auto L = fixed_order::cholesky_factor(S);
  REQUIRE(L);
  const std::vector<double> solved = fixed_order::solve_factored(*L, defects);
  double all = 0, other = 0;
  for (std::size_t k = 0; k < defects.size(); ++k) {
    all += defects[k] * solved[k];
    other += solved[k] * static_cast<double>(k % error_size) * 0.01;
  }
  CHECK(squares == Approx(all).epsilon(1e-9));
  CHECK(products == Approx(other).epsilon(1e-9));
}

TEST_CASE("position that was not recorded has no innovations") {
  RowFilter filter(some_disturbances(), false, 1);
  filter.begin();
  std::vector<double> column(error_size, 0.01);
  filter.advance(some_transition(), length_s, column);
  for (std::size_t c = 0; c < 3; ++c) CHECK(column[c] == 0);
  for (std::size_t c = 3; c < error_size; ++c) CHECK(column[c] != 0);
}

/// A record of a body rate about one axis, of which all noises are known. 3000 rows tell them
/// to some ten per cent, hence a quarter.
TEST_CASE("disturbances are found") {
  std::mt19937_64 bits(2);
  std::normal_distribution<double> normal;
  const double h = 0.01, record_rad_s = 0.02, record_rad = 0.002, density = 0.1, lasting = 5,
               time_s = 0.3;
  const double kept = std::exp(-h / time_s);
  Track track;
  Defects defects;
  std::vector<Stretch> stretches;
  double acceleration = 0, rate_error = 0, attitude_error = 0;
  for (std::size_t k = 0; k < 3000; ++k) {
    track.time_s.push_back(static_cast<double>(k) * h);
    const double white = std::sqrt(density * h) * normal(bits);
    const double rate_next = record_rad_s * normal(bits), next = record_rad * normal(bits);
    StateError defect = {};
    for (double& x : defect) x = 1e-3 * normal(bits);
    // Minus what really turned the body; the step began with the errors of the record.
    defect[9] = rate_error - rate_next - white - acceleration * time_s * (1 - kept);
    defect[6] = attitude_error + h * rate_error - next - h * white / 2 -
                h / 2 * acceleration * time_s * (1 - kept);
    defects.push_back(defect);
    rate_error = rate_next, attitude_error = next;
    acceleration = kept * acceleration + lasting * std::sqrt(1 - kept * kept) * normal(bits);
  }
  track.time_s.push_back(30);
  stretches.push_back({0, 3000});
  Disturbances found;
  find_disturbances(track, stretches, defects, 0.01, 1, found);
  CHECK(found.is_known);
  CHECK(found.record[9] == Approx(record_rad_s).epsilon(0.25));
  CHECK(found.record[6] == Approx(record_rad).epsilon(0.25));
  CHECK(found.axes[3].lasting == Approx(lasting).epsilon(0.25));
  CHECK(std::sqrt(found.axes[3].density) == Approx(std::sqrt(density)).epsilon(0.25));
  Disturbances by_two;
  find_disturbances(track, stretches, defects, 0.01, 2, by_two);
  CHECK(by_two.record == found.record);
}

/// H. Rosenbrock, Computer Journal 3 (1960), 175: 0 at (1, 1), at the end of a bent valley.
TEST_CASE("the least value is found without derivatives") {
  const auto valley = [](const std::vector<double>& x) {
    const double a = x[1] - x[0] * x[0], b = 1 - x[0];
    return 100 * a * a + b * b;
  };
  const Minimum found = nelder_mead(valley, {-1.2, 1}, 0.5, 400, 1e-12);
  CHECK(found.x[0] == Approx(1).epsilon(1e-4));
  CHECK(found.x[1] == Approx(1).epsilon(1e-4));
  const auto hole = [](const std::vector<double>& x) {
    return x[0] < 0 ? std::nan("") : x[0] * x[0];
  };
  CHECK(nelder_mead(hole, {1}, 0.5, 100, 0).x[0] == Approx(0).margin(1e-6));
}

}  // namespace
}  // namespace montecopter::identify
