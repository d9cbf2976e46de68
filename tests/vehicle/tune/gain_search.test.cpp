/// What is said of a loop that a search has found, and the peak after a step against closed forms.
/// The searches themselves: tests/cli/tune.py; gains against an independent model: tune_truth.py.

#include "vehicle/tune/gain_search.hpp"

#include <catch2/catch.hpp>
#include <cmath>
#include <set>

#include "vehicle/stability/disturbance.hpp"

namespace montecopter {
namespace {

TunedLoop with_bandwidths(double thrust, double roll, double pitch) {
  TunedLoop loop;
  for (const auto& [name, rad_s] :
       {std::pair("thrust", thrust), {"roll", roll}, {"pitch", pitch}}) {
    BrokenLoop axis;
    axis.name = name;
    axis.margins.bandwidth_rad_s = rad_s;
    loop.axes.push_back(axis);
  }
  return loop;
}

TEST_CASE("a loop has the lower bandwidth of roll and pitch, and none where one of them has none") {
  const double none = std::nan("");
  CHECK(with_bandwidths(1, 5, 7).bandwidth_rad_s() == 5);
  CHECK(with_bandwidths(1, 7, 5).bandwidth_rad_s() == 5);
  CHECK(with_bandwidths(none, 7, 5).bandwidth_rad_s() == 5);
  CHECK(std::isnan(with_bandwidths(1, none, 5).bandwidth_rad_s()));
  CHECK(std::isnan(with_bandwidths(1, 5, none).bandwidth_rad_s()));
  CHECK(std::isnan(with_bandwidths(1, none, none).bandwidth_rad_s()));
  CHECK(std::isnan(TunedLoop().bandwidth_rad_s()));
}

/// Roll as a double integrator, held by a proportional and a derivative gain [1/s2, 1/s]. period_s:
/// 0 of a continuous loop.
HoverLoop double_integrator(double on_angle, double on_rate, double period_s) {
  HoverLoop loop;
  LinearModel& vehicle = loop.vehicle.vehicle;
  vehicle.A = Eigen::MatrixXd::Zero(12, 12);
  vehicle.A.block(6, 9, 3, 3).setIdentity();
  vehicle.B = Eigen::MatrixXd::Zero(12, 1);
  vehicle.B(9, 0) = 1;
  loop.law.slopes = Eigen::MatrixXd::Zero(1, 12);
  loop.law.slopes(0, 6) = -on_angle, loop.law.slopes(0, 9) = -on_rate;
  loop.law.commands = 1, loop.law.measured = 12;
  loop.period_s = period_s;
  return loop;
}

TEST_CASE("the peak after a step of moment is that of the closed form") {
  // a/w^2 (1 + exp(-pi d / sqrt(1 - d^2))) of x'' + 2 d w x' + w^2 x = a.
  constexpr double pi = 3.14159265358979323846, acceleration = 3;
  Eigen::MatrixXd push = Eigen::MatrixXd::Zero(6, 1);
  push(3, 0) = acceleration;
  const Eigen::MatrixXd once = Eigen::MatrixXd::Identity(1, 1);
  for (const double w : {0.7, 10.0, 60.0}) {
    for (const double damping : {0.2, 0.5, 0.8}) {
      const double peak =
          acceleration / (w * w) * (1 + std::exp(-pi * damping / std::sqrt(1 - damping * damping)));
      const auto said = [&](double period_s) {
        const HoverLoop loop = double_integrator(w * w, 2 * damping * w, period_s);
        return peak_tilts_rad(loop, closed(loop), push, once)[0];
      };
      // Instants that lie up to a hundredth of their time apart miss a peak by some 1e-4 of it.
      CHECK(said(0) == Approx(peak).epsilon(5e-4));
      // The hold acts as a delay of half a period: 0.01 of damping at w T = 0.02.
      CHECK(said(0.02 / w) == Approx(peak).epsilon(0.01));
    }
  }
}

TEST_CASE("a pattern search ends at the maximum and looks at no point twice") {
  // A ridge across the axes: the maximum, 1, is at 0.3 and 0.6.
  const std::vector<SearchBounds> ranges = {{0, 1}, {0, 1}};
  std::set<std::vector<double>> seen;
  int looks = 0;
  const auto merit = [&](const std::vector<double>& x, double) {
    ++looks, seen.insert(x);
    const double across = x[0] + x[1] - 0.9, along = x[0] - x[1] + 0.3;
    return 1 - 30 * across * across - along * along;
  };
  const SearchPoint start{{0.95, 0.05}, merit({0.95, 0.05}, 0)};
  const SearchPoint found = pattern_search(start, ranges, 0.1, 0.01, merit);
  CHECK(looks == static_cast<int>(seen.size()));
  // A gain below 1e-4 of the merit is none, so that it ends up to sqrt(1e-4) from the top along
  // the ridge, which is 0.005 in each number, and one narrowest step of 0.0125 besides.
  CHECK(found.at[0] == Approx(0.3).margin(0.0175));
  CHECK(found.at[1] == Approx(0.6).margin(0.0175));
}

}  // namespace
}  // namespace montecopter
