#include "core/statistics/allan_fit.hpp"

#include <Eigen/Core>
#include <algorithm>
#include <cmath>

#include "core/base/error.hpp"
#include "core/numerics/decompositions.hpp"

namespace montecopter {
namespace {

constexpr int shapes = 3;
using Squares = Eigen::Vector3d;  ///< variance of white noise, B^2, of the steps
using Design = Eigen::Matrix<double, Eigen::Dynamic, shapes>;

/// Allan variance at m of each noise alone, of size 1.
Eigen::RowVector3d shapes_at(const AllanPoint& point) {
  return {1 / point.present, flicker_deviation * flicker_deviation,
          random_walk_allan_variance(1, point.m)};
}

NoiseModel model_of(const Squares& squares, double dt_s) {
  return {.dt_s = dt_s,
          .white_sd = std::sqrt(squares[0]),
          .random_walk_sd_per_step = std::sqrt(squares[2]),
          .bias_instability = std::sqrt(squares[1])};
}

/// The x >= 0 with the least |a x - b|: of all choices of columns the best whose solution is not
/// negative. Columns are scaled to length 1 first: they differ by many orders of magnitude.
Squares non_negative_solution(const Design& given, const Eigen::VectorXd& b) {
  const Squares length = given.colwise().norm().transpose();
  const Design a = given * length.cwiseInverse().asDiagonal();
  Squares best = Squares::Zero();
  double least = b.squaredNorm();
  for (unsigned choice = 1; choice < 1u << shapes; ++choice) {
    std::vector<Eigen::Index> columns;
    for (int k = 0; k < shapes; ++k) {
      if ((choice >> k & 1u) != 0) columns.push_back(k);
    }
    const Eigen::MatrixXd part = a(Eigen::all, columns);
    const Eigen::VectorXd x = least_squares(part, b);
    const double rest = (part * x - b).squaredNorm();
    if (x.minCoeff() < 0 || rest >= least) continue;
    least = rest;
    best.setZero();
    best(columns) = x;
  }
  return best.cwiseQuotient(length);
}

AllanCoefficient coefficient(double square, double error, double scale) {
  return {scale * std::sqrt(square), scale * std::sqrt(std::max(0.0, square - error)),
          scale * std::sqrt(square + error)};
}

void check(const AllanCurve& curve) {
  const auto refuse = [](const char* what) { throw Error(ExitCode::usage, what); };
  if (curve.options.estimator != AllanEstimator::overlapping) {
    refuse("error: coefficients need overlapping Allan deviations (their uncertainty is smaller)");
  }
  if (curve.points.size() < shapes) {
    refuse("error: the Allan deviation has fewer than 3 points. Record for longer.");
  }
  for (const AllanPoint& point : curve.points) {
    if (!(point.deviation > 0)) {
      refuse("error: an Allan deviation is 0 (the readings repeat, so they contain no noise)");
    }
    if (std::isinf(point.edf)) {
      refuse("error: the Allan deviations have no uncertainty (the given model has no noise)");
    }
  }
}

/// Standard errors of the squares: with x = G y for the measured variances y, cov(x) = G cov(y) G'.
/// `relative` is the design with each row divided by the fitted variance.
Squares standard_errors(const AllanCurve& curve, const Design& relative,
                        const Eigen::VectorXd& weight, const NoiseModel& model) {
  const auto n = std::ssize(curve.points);
  const AllanCovariance covariance(model, curve.readings);
  Eigen::MatrixXd between(n, n);
  for (Eigen::Index i = 0; i < n; ++i) {
    const AllanPoint& a = curve.points[static_cast<std::size_t>(i)];
    for (Eigen::Index k = 0; k <= i; ++k) {
      const AllanPoint& b = curve.points[static_cast<std::size_t>(k)];
      // What gaps took away of a point, as for its degrees of freedom.
      const auto whole = [&](const AllanPoint& p) {
        return static_cast<double>(allan_terms(curve.readings, p.m, AllanEstimator::overlapping)) /
               static_cast<double>(p.terms);
      };
      between(i, k) = between(k, i) =
          covariance.relative(b.m, a.m) * std::sqrt(whole(a) * whole(b));
    }
  }
  const Squares length = (weight.asDiagonal() * relative).colwise().norm().transpose();
  const Design a = weight.asDiagonal() * relative * length.cwiseInverse().asDiagonal();
  const Eigen::MatrixXd inverse = least_squares(a, Eigen::MatrixXd(weight.asDiagonal()));
  const Eigen::Matrix3d cov = inverse * between * inverse.transpose();
  return cov.diagonal().cwiseSqrt().cwiseQuotient(length);
}

}  // namespace

AllanFit fit_allan(const AllanCurve& curve) {
  check(curve);
  const auto n = std::ssize(curve.points);
  Design design(n, shapes);
  Eigen::VectorXd measured(n), weight(n);
  for (Eigen::Index i = 0; i < n; ++i) {
    const AllanPoint& point = curve.points[static_cast<std::size_t>(i)];
    design.row(i) = shapes_at(point);
    measured[i] = point.variance();
    weight[i] = std::sqrt(0.5 * point.edf);  // one over the relative standard deviation
  }
  // Differences relative to the fitted variance, not to the measured one: a point that happens to
  // be low would count for too much. So the fit of the last round scales the next one. That is
  // Fisher scoring of the likelihood of chi-square variables.
  Eigen::VectorXd fitted = measured;
  Squares squares;
  for (int round = 0; round < 100; ++round) {
    const Eigen::VectorXd scale = weight.cwiseQuotient(fitted);
    squares = non_negative_solution(scale.asDiagonal() * design, scale.cwiseProduct(measured));
    const Eigen::VectorXd last = fitted;
    fitted = design * squares;
    // It has settled, but for rounding.
    if ((fitted - last).cwiseQuotient(last).cwiseAbs().maxCoeff() < 1e-12) break;
  }
  AllanFit fit;
  fit.model = model_of(squares, curve.period_s);
  const Squares error =
      standard_errors(curve, fitted.cwiseInverse().asDiagonal() * design, weight, fit.model);
  const double root = std::sqrt(curve.period_s);
  fit.angle_random_walk = coefficient(squares[0], error[0], root);
  fit.bias_instability = coefficient(squares[1], error[1], 1);
  fit.rate_random_walk = coefficient(squares[2], error[2], 1 / root);
  const Eigen::VectorXd off = weight.cwiseProduct((measured - fitted).cwiseQuotient(fitted));
  fit.misfit = off.squaredNorm() / static_cast<double>(n);
  return fit;
}

}  // namespace montecopter
