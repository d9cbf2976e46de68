#include "flights/identify/moved_flights.hpp"

#include "core/base/parallel.hpp"

namespace montecopter::identify {
namespace {

struct Neighbours {
  std::vector<Multirotor> less, more;
};

Neighbours neighbours_of(FittedParameters& parameters, const std::vector<double>& x,
                         const std::vector<double>& steps) {
  Neighbours neighbours;
  for (std::size_t i = 0; i <= parameters.size(); ++i) {
    std::vector<double> below = x, above = x;
    if (i < parameters.size()) below[i] -= steps[i], above[i] += steps[i];
    const Multirotor now = *parameters.vehicle(x);
    neighbours.less.push_back(parameters.vehicle(below).value_or(now));
    neighbours.more.push_back(parameters.vehicle(above).value_or(now));
  }
  return neighbours;
}

}  // namespace

std::vector<MovedFlights> fly_neighbours(const FitProblem& problem, const std::vector<double>& x,
                                         const std::vector<LogFlights>& flights) {
  const Neighbours neighbours = neighbours_of(problem.parameters, x, problem.steps);
  const std::size_t count = neighbours.less.size();
  const double delay_step_s = problem.steps.back();
  std::vector<MovedFlights> all(problem.logs.size());
  for (std::size_t l = 0; l < problem.logs.size(); ++l) {
    const FitLog& log = problem.logs[l];
    const double delay_s = problem.errors_of(x, l).delay_s;
    MovedFlights& moved = all[l];
    moved.sooner = mean_schedule(log.drive, log.track, delay_s - delay_step_s);
    moved.later = mean_schedule(log.drive, log.track, delay_s + delay_step_s);
    moved.less.resize(count), moved.more.resize(count);
    for_each_index(2 * count, problem.threads, [&](std::size_t k) {
      const std::size_t i = k / 2;
      const bool is_delay = i + 1 == count, is_more = k % 2 == 1;
      const DriveSchedule& own =
          !is_delay ? flights[l].schedule : (is_more ? moved.later : moved.sooner);
      std::unique_ptr<RepeatedFlight>& flown = (is_more ? moved.more : moved.less)[i];
      flown = std::make_unique<RepeatedFlight>((is_more ? neighbours.more : neighbours.less)[i],
                                               problem.air, log.drive, log.track, own);
      const LogErrors errors = problem.errors_of(x, l);
      flown->turn_by(errors.angular_acceleration_rad_s2);
      flown->push_by(errors.acceleration_m_s2);
    });
  }
  return all;
}

Eigen::MatrixXd residual_derivatives(const WindowFlight& w, const RepeatedFlight& nominal,
                                     const MovedFlights& moved, const std::vector<double>& steps) {
  const std::size_t bias = steps.size(), start = steps.size() - 1 + log_size;
  const std::size_t residuals = (w.window.last - w.window.first + 1) * error_size;
  Eigen::MatrixXd J = Eigen::MatrixXd::Zero(start + error_size, residuals);
  std::vector<double> below, above;
  const auto fly = [&](const RepeatedFlight& flown, const StateError& from,
                       std::vector<double>& out) {
    window_residuals(flown, w.track, w.window, from, w.rate_bias_rad_s, out);
  };
  const auto fill = [&](std::size_t row, double step) {
    for (std::size_t k = 0; k < residuals; ++k) J(row, k) = (above[k] - below[k]) / (2 * step);
  };
  for (std::size_t i = 0; i < steps.size(); ++i) {
    fly(*moved.less[i], w.start, below);
    fly(*moved.more[i], w.start, above);
    fill(i, steps[i]);
  }
  for (std::size_t c = 0; c < error_size; ++c) {
    if (start_steps[c] == 0) continue;
    StateError less = w.start, more = w.start;
    less[c] -= start_steps[c], more[c] += start_steps[c];
    fly(nominal, less, below);
    fly(nominal, more, above);
    fill(start + c, start_steps[c]);
  }
  for (std::size_t k = 0; k < residuals; k += error_size) {
    for (std::size_t c = 0; c < 3; ++c) {
      J(start + c, k + c) = 1;
      J(bias + c, k + 9 + c) = 1;
    }
  }
  return J;
}

}  // namespace montecopter::identify
