#pragma once
/// A Kalman filter of the errors of recorded states, along rows.

#include <array>
#include <cstddef>
#include <vector>

#include "flights/identify/disturbances.hpp"

namespace montecopter::identify {

/// State transition matrix of the errors from one row to the next, row-major.
using Transition = std::array<double, error_size * error_size>;

/// Errors are the true state minus the recorded one. They grow by the defects of one step from the
/// recorded state, by white accelerations and by correlated ones (Gauss-Markov). Each record
/// measures them as 0, apart from its noise. Covariances and gains are the same for all columns of
/// defects, so innovations have the derivatives of the defects.
///
/// R. Jategaonkar, "Flight Vehicle System Identification", 2nd ed. 2015, chapter 5 (filter error);
/// L. Ljung, "System Identification", 2nd ed. 1999, sections 7.4 and 13.4: prediction errors are
/// consistent under feedback if the noise is modelled.
class RowFilter {
 public:
  RowFilter(const Disturbances& disturbances, bool has_position, std::size_t columns);

  /// Starts at a recorded state with no other information.
  void begin();
  /// Advances to the next row; `defects` [error_size, columns] become white innovations of variance
  /// 1 (0 for a missing position).
  void advance(const Transition& transition, double length_s, std::vector<double>& defects);
  /// Estimate of the first column at the current row: errors of the recorded state, then the
  /// correlated accelerations.
  double estimate(std::size_t i) const { return errors_[i * columns_]; }

 private:
  static constexpr std::size_t lasting_size = 6, size = error_size + lasting_size;
  using Matrix = std::array<double, size * size>;

  Matrix led_on(const Transition& transition, double length_s, const Matrix& M) const;
  void predict_covariance(const Transition& transition, double length_s);
  void add_noise(double length_s);
  void predict_columns(const Transition& transition, const std::vector<double>& defects);
  void find_gain();
  void correct(std::vector<double>& defects);

  Disturbances noise_;
  std::size_t first_, columns_;  ///< first component that is recorded
  double length_s_ = -1;
  std::array<double, lasting_size> kept_{}, gain_{};
  Matrix P_{};
  std::array<double, error_size * size> U_{};  ///< L^-1 of the recorded rows of P
  std::array<double, error_size * error_size> L_{};
  std::vector<double> errors_;  ///< [size, columns]
  std::vector<double> next_;
};

}  // namespace montecopter::identify
