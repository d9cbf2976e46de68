#include "flights/identify/row_filter.hpp"

#include <algorithm>
#include <cmath>

#include "core/base/best_call.hpp"
#include "core/numerics/elementary.hpp"

namespace montecopter::identify {
namespace {

/// Rate that each correlated acceleration changes, and the quantity of that rate.
constexpr std::array<std::size_t, 6> rate_of = {3, 4, 5, 9, 10, 11}, place_of = {0, 1, 2, 6, 7, 8};

/// Adds a times x to y.
inline void add_times(double a, const double* x, double* y, std::size_t n) {
  for (std::size_t j = 0; j < n; ++j) y[j] += a * x[j];
}

}  // namespace

RowFilter::RowFilter(const Disturbances& disturbances, bool has_position, std::size_t columns)
    : noise_(disturbances),
      first_(has_position ? 0 : 3),
      columns_(columns),
      errors_(size * columns),
      next_(size * columns) {}

void RowFilter::begin() {
  P_.fill(0);
  std::fill(errors_.begin(), errors_.end(), 0.0);
  for (std::size_t c = 0; c < error_size; ++c)
    P_[c * size + c] = noise_.record[c] * noise_.record[c];
  for (std::size_t a = 0; a < lasting_size; ++a) {
    const double sd = noise_.axes[a].lasting;
    P_[(error_size + a) * (size + 1)] = sd * sd;
  }
}

void RowFilter::advance(const Transition& transition, double length_s,
                        std::vector<double>& defects) {
  if (length_s != length_s_) {
    length_s_ = length_s;
    for (std::size_t a = 0; a < lasting_size; ++a) {
      const double time_s = noise_.axes[a].time_s;
      kept_[a] = montecopter::exp(-length_s / time_s);
      gain_[a] = time_s * (1 - kept_[a]);
    }
  }
  best_call([&] {
    predict_covariance(transition, length_s);
    predict_columns(transition, defects);
    find_gain();
    correct(defects);
  });
}

/// Computes F M; F propagates errors, and correlated accelerations into rates and positions.
RowFilter::Matrix RowFilter::led_on(const Transition& transition, double length_s,
                                    const Matrix& M) const {
  Matrix FM{};
  for (std::size_t i = 0; i < error_size; ++i) {
    for (std::size_t k = 0; k < error_size; ++k)
      add_times(transition[i * error_size + k], &M[k * size], &FM[i * size], size);
  }
  for (std::size_t a = 0; a < lasting_size; ++a) {
    const double* own = &M[(error_size + a) * size];
    add_times(gain_[a], own, &FM[rate_of[a] * size], size);
    add_times(0.5 * length_s * gain_[a], own, &FM[place_of[a] * size], size);
    add_times(kept_[a], own, &FM[(error_size + a) * size], size);
  }
  return FM;
}

/// Computes F P F^T + Q = F (F P)^T + Q, because P is symmetric.
void RowFilter::predict_covariance(const Transition& transition, double length_s) {
  const Matrix FP = led_on(transition, length_s, P_);
  Matrix turned{};
  for (std::size_t i = 0; i < size; ++i) {
    for (std::size_t j = 0; j < size; ++j) turned[j * size + i] = FP[i * size + j];
  }
  P_ = led_on(transition, length_s, turned);
  add_noise(length_s);
}

void RowFilter::add_noise(double length_s) {
  const double h = length_s;
  for (std::size_t a = 0; a < lasting_size; ++a) {
    const std::size_t r = rate_of[a], p = place_of[a], own = error_size + a;
    const double q = noise_.axes[a].density, sd = noise_.axes[a].lasting;
    P_[r * size + r] += q * h;
    P_[r * size + p] += q * h * h / 2;
    P_[p * size + r] += q * h * h / 2;
    P_[p * size + p] += noise_.axes[a].wander * h + q * h * h * h / 3;
    P_[own * size + own] += sd * sd * (1 - kept_[a] * kept_[a]);
  }
}

void RowFilter::predict_columns(const Transition& transition, const std::vector<double>& defects) {
  const std::size_t m = columns_;
  std::copy(defects.begin(), defects.end(), next_.begin());
  for (std::size_t i = 0; i < error_size; ++i) {
    for (std::size_t k = 0; k < error_size; ++k)
      add_times(transition[i * error_size + k], &errors_[k * m], &next_[i * m], m);
  }
  for (std::size_t a = 0; a < lasting_size; ++a) {
    const double* own = &errors_[(error_size + a) * m];
    add_times(gain_[a], own, &next_[rate_of[a] * m], m);
    add_times(0.5 * length_s_ * gain_[a], own, &next_[place_of[a] * m], m);
    for (std::size_t j = 0; j < m; ++j) next_[(error_size + a) * m + j] = kept_[a] * own[j];
  }
  errors_.swap(next_);
}

/// L L^T is the covariance of the recorded components; U = L^-1 P of its rows; P loses U^T U.
void RowFilter::find_gain() {
  for (std::size_t i = first_; i < error_size; ++i) {
    for (std::size_t j = first_; j <= i; ++j) {
      double sum = P_[i * size + j];
      if (i == j) sum += noise_.record[i] * noise_.record[i];
      for (std::size_t k = first_; k < j; ++k)
        sum -= L_[i * error_size + k] * L_[j * error_size + k];
      // Rounding may make a noise-free variance negative: keep a standard deviation of 1e-12.
      L_[i * error_size + j] =
          i == j ? std::sqrt(std::fmax(sum, 1e-24)) : sum / L_[j * error_size + j];
    }
    double* row = &U_[i * size];
    std::copy(&P_[i * size], &P_[i * size] + size, row);
    for (std::size_t k = first_; k < i; ++k)
      add_times(-L_[i * error_size + k], &U_[k * size], row, size);
    for (std::size_t j = 0; j < size; ++j) row[j] /= L_[i * error_size + i];
  }
  for (std::size_t k = first_; k < error_size; ++k) {
    for (std::size_t i = 0; i < size; ++i)
      add_times(-U_[k * size + i], &U_[k * size], &P_[i * size], size);
  }
  // Make P symmetric: no record corrects the asymmetry of rounding. In an unstable vehicle, for
  // example with moments of airspeed, it would grow like uncorrected errors.
  for (std::size_t i = 0; i < size; ++i) {
    for (std::size_t j = 0; j < i; ++j)
      P_[i * size + j] = P_[j * size + i] = 0.5 * (P_[i * size + j] + P_[j * size + i]);
  }
}

void RowFilter::correct(std::vector<double>& defects) {
  const std::size_t m = columns_;
  std::fill(defects.begin(), defects.end(), 0.0);
  for (std::size_t i = first_; i < error_size; ++i) {
    double* z = &defects[i * m];
    std::copy(&errors_[i * m], &errors_[i * m] + m, z);
    for (std::size_t k = first_; k < i; ++k)
      add_times(-L_[i * error_size + k], &defects[k * m], z, m);
    for (std::size_t j = 0; j < m; ++j) z[j] /= L_[i * error_size + i];
  }
  for (std::size_t k = first_; k < error_size; ++k) {
    for (std::size_t i = 0; i < size; ++i)
      add_times(-U_[k * size + i], &defects[k * m], &errors_[i * m], m);
  }
}

}  // namespace montecopter::identify
