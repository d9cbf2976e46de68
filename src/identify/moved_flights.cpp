#include "identify/moved_flights.hpp"

#include "base/parallel.hpp"

namespace montecopter::identify {
namespace {

/// Where the body's states are moved to find derivatives: metres a second, radians, radians a
/// second. Position moves all positions by as much.
constexpr std::array<double, error_size> start_steps = {0,    0,    0,    1e-3, 1e-3, 1e-3,
                                                        1e-4, 1e-4, 1e-4, 1e-3, 1e-3, 1e-3};

}  // namespace

Neighbours neighbours_of(FittedParameters& parameters, const PlainVector& x,
                         const PlainVector& steps) {
  Neighbours neighbours;
  for (std::size_t i = 0; i <= parameters.size(); ++i) {
    PlainVector below = x, above = x;
    if (i < parameters.size()) below[i] -= steps[i], above[i] += steps[i];
    const Multirotor now = *parameters.vehicle(x);
    neighbours.less.push_back(parameters.vehicle(below).value_or(now));
    neighbours.more.push_back(parameters.vehicle(above).value_or(now));
  }
  return neighbours;
}

void fly_neighbours(const Neighbours& neighbours, const CalmAir& air, const Drive& drive,
                    const Track& track, const DriveSchedule& schedule, double delay_s,
                    double delay_step_s, int threads, MovedFlights& moved) {
  moved.sooner = mean_schedule(drive, track, delay_s - delay_step_s);
  moved.later = mean_schedule(drive, track, delay_s + delay_step_s);
  const std::size_t count = neighbours.less.size();
  moved.less.resize(count), moved.more.resize(count);
  for_each_index(2 * count, threads, [&](std::size_t k) {
    const std::size_t i = k / 2;
    const bool is_delay = i + 1 == count, is_more = k % 2 == 1;
    const DriveSchedule& own = !is_delay ? schedule : (is_more ? moved.later : moved.sooner);
    (is_more ? moved.more : moved.less)[i] = std::make_unique<FlownAgain>(
        (is_more ? neighbours.more : neighbours.less)[i], air, drive, track, own);
  });
}

PlainMatrix residual_derivatives(const WindowFlight& w, const FlownAgain& nominal,
                                 const MovedFlights& moved, const PlainVector& steps) {
  const std::size_t bias = steps.size(), start = bias + 3;
  const std::size_t residuals = (w.window.last - w.window.first + 1) * error_size;
  PlainMatrix J(residuals, start + error_size);
  std::vector<double> below, above;
  const auto fly = [&](const FlownAgain& flown, const StateError& from, std::vector<double>& out) {
    window_residuals(flown, w.track, w.window, from, w.rate_bias_rad_s, out);
  };
  const auto fill = [&](std::size_t column, double step) {
    for (std::size_t k = 0; k < J.rows; ++k) J(k, column) = (above[k] - below[k]) / (2 * step);
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
  for (std::size_t k = 0; k < J.rows; k += error_size) {
    for (std::size_t c = 0; c < 3; ++c) {
      J(k + c, start + c) = 1;
      J(k + 9 + c, bias + c) = 1;
    }
  }
  return J;
}

}  // namespace montecopter::identify
