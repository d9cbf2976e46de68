#include "scenario/derived/time_grid.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <optional>

#include "core/base/text.hpp"
#include "dynamics/sensors/sensor_unit.hpp"
#include "dynamics/vehicles/vehicle.hpp"
#include "scenario/derived/controls.hpp"

namespace montecopter {

namespace {

constexpr std::int64_t max_steps = 1'000'000'000'000;

/// Length of a step, exact where it was given as a rate.
struct Clock {
  double step_s = 0;
  std::optional<Rate> rate;

  double steps_in(double time_s) const {
    if (!rate) return time_s / step_s;
    return time_s * static_cast<double>(rate->numerator) / static_cast<double>(rate->denominator);
  }
  double time_of(double step) const {
    if (!rate) return step * step_s;
    return step * static_cast<double>(rate->denominator) / static_cast<double>(rate->numerator);
  }
};

/// The whole number that x is meant to be. Times and steps are written as decimal numbers (0.3 s,
/// 0.0010416667 s, a float printed with nine digits), so a millionth of a step is tolerated. The
/// second term is the resolution of x itself.
std::optional<std::int64_t> whole(double x) {
  const double nearest = std::round(x);
  if (!(std::abs(nearest) <= 9e15)) return std::nullopt;
  if (!(std::abs(x - nearest) <= 1e-6 + std::abs(x) * 0x1p-51)) return std::nullopt;
  return static_cast<std::int64_t>(nearest);
}

std::string reduced_rate_text(const Rate& rate) {
  const std::int64_t divisor = std::gcd(rate.numerator, rate.denominator);
  const std::int64_t n = rate.numerator / divisor;
  const std::int64_t d = rate.denominator / divisor;
  return d == 1 ? fmt::format("{}", n) : fmt::format("\"{}/{}\"", n, d);
}

/// The step rate as a ratio, also where the step is a decimal number whose inverse is whole, to the
/// nine digits that a float is printed with.
std::optional<Rate> step_rate(const Clock& clock) {
  if (clock.rate) return clock.rate;
  const double hz = 1 / clock.step_s;
  const double nearest = std::round(hz);
  if (nearest < 1 || nearest > 1e9 || std::abs(hz - nearest) > 1e-9 * hz) return std::nullopt;
  return Rate{static_cast<std::int64_t>(nearest), 1};
}

/// The rate of a signal with a period of `every` steps, as text.
std::string legal_rate(const Clock& clock, std::int64_t every) {
  const std::optional<Rate> rate = step_rate(clock);
  if (!rate) return fmt::format("{:.9g}", 1 / (static_cast<double>(every) * clock.step_s));
  return reduced_rate_text({rate->numerator, rate->denominator * every});
}

std::string describe_step(const Clock& clock) {
  return clock.rate ? fmt::format("the step rate is {} Hz", reduced_rate_text(*clock.rate))
                    : fmt::format("the step is {} s", clock.step_s);
}

class GridMaker {
 public:
  GridMaker(const Clock& clock, const ProblemSink& problem) : clock_(clock), problem_(problem) {}

  /// Whole steps per period of a signal. Exact in integers where both rates are ratios (numerators
  /// and denominators are at most 1e9, so the products fit).
  std::optional<std::int64_t> period(const Rate& signal, const std::string& path) const {
    double ratio = clock_.steps_in(signal.period_s());
    std::optional<std::int64_t> every = whole(ratio);
    if (clock_.rate) {
      const std::int64_t over = clock_.rate->numerator * signal.denominator;
      const std::int64_t under = clock_.rate->denominator * signal.numerator;
      every = over % under == 0 ? std::optional(over / under) : std::nullopt;
    }
    if (every && *every >= 1 && *every <= max_steps) return every;
    ratio = std::clamp(ratio, 1.0, 9e8);
    const auto slower = static_cast<std::int64_t>(std::floor(ratio)) + 1;
    std::string legal = legal_rate(clock_, slower - 1);
    if (ratio > 1) legal += " or " + legal_rate(clock_, slower);
    problem_(
        path,
        fmt::format("a period of {} Hz is not a whole number of steps", reduced_rate_text(signal)),
        describe_step(clock_), "Nearest legal: " + legal + " Hz");
    return std::nullopt;
  }

  /// Whole steps in a time.
  std::optional<std::int64_t> steps(double time_s, const std::string& path) const {
    const double ratio = clock_.steps_in(time_s);
    const std::optional<std::int64_t> count = whole(ratio);
    if (std::abs(ratio) > max_steps) {
      problem_(path, fmt::format("{} s are {:.3g} steps", time_s, ratio),
               describe_step(clock_) + ", and a flight has at most 1e12 steps", "");
      return std::nullopt;
    }
    if (count) return count;
    const double below = std::floor(ratio);
    problem_(
        path, fmt::format("{} s is not a whole number of steps", time_s), describe_step(clock_),
        fmt::format("Nearest legal: {} or {} s", clock_.time_of(below), clock_.time_of(below + 1)));
    return std::nullopt;
  }

  StepRange window(const Window& window, std::int64_t steps) const;
  std::int64_t flight(const Simulation& simulation) const;
  SensorTimes sensor(const std::string& path, const Timing& timing) const;
  LoopTimes loop(const LoopTiming& timing) const;
  std::vector<std::int64_t> rows(const std::string& table_path, const TimedRows& table) const;

 private:
  const Clock& clock_;
  const ProblemSink& problem_;
};

std::int64_t GridMaker::flight(const Simulation& simulation) const {
  if (simulation.duration_s && simulation.steps) {
    problem_("simulation.steps", "both simulation.duration_s and simulation.steps are given",
             "one follows from the other", "Remove one of them");
    return 0;
  }
  if (simulation.steps) return *simulation.steps;
  if (!simulation.duration_s) {
    problem_("simulation", "neither simulation.duration_s nor simulation.steps is given", "",
             "Give the length of the flight, for example duration_s = 10");
    return 0;
  }
  const double count = clock_.steps_in(*simulation.duration_s);
  if (count > max_steps || count < 0.5) {
    problem_("simulation.duration_s",
             fmt::format("a flight of {} s has {:.3g} steps", *simulation.duration_s, count),
             describe_step(clock_) + ", and a flight has 1 to 1e12 steps", "");
    return 0;
  }
  return steps(*simulation.duration_s, "simulation.duration_s").value_or(0);
}

/// The steps of a window in a flight of so many.
StepRange GridMaker::window(const Window& window, std::int64_t steps) const {
  const auto within = [&](double step) {
    return static_cast<std::int64_t>(std::clamp(step, -1.0, static_cast<double>(steps) + 1.0));
  };
  const double from = clock_.steps_in(window.from_s);
  StepRange range{whole(from).value_or(within(std::ceil(from))), steps};
  if (window.to_s) {
    const double to = clock_.steps_in(*window.to_s);
    range.last = std::min(steps, whole(to).value_or(within(std::floor(to))));
  }
  return range;
}

SensorTimes GridMaker::sensor(const std::string& path, const Timing& timing) const {
  SensorTimes times;
  if (timing.rate_hz.numerator <= 0) return times;  // not given: reported elsewhere
  times.every = period(timing.rate_hz, path + ".rate_hz").value_or(1);
  times.latency = steps(timing.latency_s, path + ".latency_s").value_or(0);
  times.jitter = steps(timing.jitter_s, path + ".jitter_s").value_or(0);
  return times;
}

LoopTimes GridMaker::loop(const LoopTiming& timing) const {
  LoopTimes times;
  times.continuous = timing.rate_hz.is_continuous();
  std::optional<std::int64_t> every;
  if (!times.continuous && timing.rate_hz.numerator > 0) {
    every = period(timing.rate_hz, "controller.rate_hz");
  }
  times.every = every.value_or(1);
  times.delay = steps(timing.delay_s, "controller.delay_s").value_or(0);
  if (times.continuous && times.delay > 0) {
    problem_("controller.delay_s", "a delay is given for a continuous controller",
             "it is evaluated at every stage of the integrator", "Remove it, or give a rate");
  } else if (every && times.delay > most_delay_periods * *every) {
    problem_("controller.delay_s",
             fmt::format("the delay of {} s exceeds {} periods of the controller", timing.delay_s,
                         most_delay_periods),
             fmt::format("at most {} commands can be delayed at once", most_delay_periods),
             fmt::format("Give at most {} s, or a lower controller.rate_hz",
                         clock_.time_of(static_cast<double>(most_delay_periods * times.every))));
  }
  return times;
}

std::vector<std::int64_t> GridMaker::rows(const std::string& table_path,
                                          const TimedRows& table) const {
  std::vector<std::int64_t> starts;
  for (std::size_t i = 0; i < table.rows.size(); ++i) {
    const std::string path = table_path + ".rows." + std::to_string(i);
    if (table.rows[i].empty()) continue;  // reported elsewhere
    const double time = table.rows[i][0];
    std::optional<std::int64_t> start;
    if (table.time != "step") {
      start = steps(time, path);
    } else if (time == std::floor(time) && std::abs(time) <= max_steps) {
      start = static_cast<std::int64_t>(time);
    } else {
      problem_(path, fmt::format("{} is not a step number", time),
               "if " + table_path + ".time = \"step\", the first column counts steps", "");
    }
    if (!start) continue;
    const bool rows_ascend = i > 0 && !table.rows[i - 1].empty() && time > table.rows[i - 1][0];
    if (rows_ascend && !starts.empty() && *start <= starts.back()) {
      problem_(path, fmt::format("the row at {} starts at the step of the previous row", time),
               describe_step(clock_), "Remove one of them");
    }
    starts.push_back(*start);
  }
  return starts;
}

std::optional<Clock> make_clock(const Integrator& integrator, const ProblemSink& problem) {
  if (integrator.step_s && integrator.rate_hz) {
    problem("integrator.rate_hz", "both integrator.step_s and integrator.rate_hz are given",
            "one follows from the other", "Remove one of them");
    return std::nullopt;
  }
  if (integrator.rate_hz) return Clock{integrator.rate_hz->period_s(), integrator.rate_hz};
  if (integrator.step_s) return Clock{*integrator.step_s, std::nullopt};
  problem("integrator", "neither integrator.step_s nor integrator.rate_hz is given", "",
          "Give the integration step, for example rate_hz = 1000");
  return std::nullopt;
}

std::int64_t output_period(const Output& output, const GridMaker& make,
                           const ProblemSink& problem) {
  if (output.rate_hz && output.every_steps) {
    problem("output.every_steps", "both output.rate_hz and output.every_steps are given",
            "one follows from the other", "Remove one of them");
    return 1;
  }
  if (output.rate_hz) return make.period(*output.rate_hz, "output.rate_hz").value_or(1);
  return output.every_steps.value_or(1);
}

}  // namespace

TimeGrid make_time_grid(const Scenario& scenario, const ProblemSink& problem) {
  TimeGrid grid;
  const std::optional<Clock> clock = make_clock(scenario.integrator, problem);
  if (!clock) return grid;
  const GridMaker make(*clock, problem);
  grid.step_s = clock->step_s;
  grid.steps = make.flight(scenario.simulation);
  grid.output_every = output_period(scenario.output, make, problem);
  const std::optional<Rate> noise = std::visit(
      [](const auto& vehicle) { return vehicle.process_noise.rate_hz; }, *scenario.vehicle);
  if (noise) grid.noise_every = make.period(*noise, "vehicle.process_noise.rate_hz").value_or(1);
  for_each_sensor(scenario.sensors, [&](const std::string& name, const auto& sensor) {
    grid.sensors.push_back(make.sensor("sensors." + name, sensor));
  });
  for (const auto& [name, window] : scenario.window) {
    grid.windows.push_back(make.window(window, grid.steps));
  }
  if (const TimedRows* table = command_rows(*scenario.controller)) {
    grid.command_steps = make.rows("controller", *table);
  } else if (const SetPointTable* points = set_points(*scenario.controller)) {
    grid.command_steps = make.rows("controller.set_points", *points);
  }
  if (const LoopTiming* loop = loop_timing(*scenario.controller)) grid.control = make.loop(*loop);
  return grid;
}

}  // namespace montecopter
