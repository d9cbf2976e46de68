#include <fmt/format.h>

#include <cmath>

#include "core/fields/varies.hpp"
#include "dynamics/distributions/distribution.hpp"
#include "dynamics/environment/environment.hpp"
#include "dynamics/environment/world_setup.hpp"
#include "dynamics/sensors/sensor_unit.hpp"
#include "dynamics/vehicles/vehicle.hpp"
#include "scenario/checks/shared.hpp"
#include "scenario/checks/validate.hpp"
#include "scenario/derived/controls.hpp"
#include "scenario/derived/paths.hpp"

namespace montecopter {

namespace {

/// One number, or all three of them.
bool is_zero(double number) { return number == 0; }
bool is_zero(const PerAxis& numbers) { return numbers == PerAxis(0.0); }

template <class Array>
double norm(const Array& a) {
  double sum = 0;
  for (const double x : a) sum += x * x;
  return std::sqrt(sum);
}

class SensorCheck {
 public:
  SensorCheck(const Scenario& scenario, Report& report) : scenario_(scenario), report_(report) {
    Scenario probe = scenario;
    for (const auto& entry : scenario.disperse) {
      for (const NumberRef& ref : find_numbers(probe, entry.first)) dispersed_.push_back(ref.path);
    }
  }

  template <class Sensor>
  void check(const std::string& path, const Sensor& sensor) {
    if (!report_.clean_above(path)) return;
    for_each_error_model(sensor, [&](const std::string& key, const auto& model) {
      check_errors(key.empty() ? path : path + "." + key, model);
    });
    if constexpr (requires { sensor.cross_axis; }) check_alignment(path, sensor);
    if constexpr (requires { sensor.axis; }) check_axis(path + ".axis", sensor.axis);
    if constexpr (requires { sensor.registers; }) {
      if (sensor.registers) check_registers(path, sensor);
    }
    if (const auto limits = sensor.reading_limits()) check_limits(path, *limits);
    check_needs(path, Sensor::needs);
  }

 private:
  bool is_written(const std::string& path) const { return report_.is_written(path); }

  /// Whether some sample has a nonzero value: a dispersed zero counts.
  template <class Number>
  bool has(const Number& number, const std::string& path) const {
    return !is_zero(number) || Varies(dispersed_)(path);
  }

  template <class Model>
  void check_errors(const std::string& path, const Model& model) {
    using Q = typename std::remove_cvref_t<Model>::QuantityType;
    const std::string density = fmt::format("{}.white_noise_density_{}_sqrt_hz", path, Q::suffix);
    if (has(model.white_noise_density, density) && !model.white_noise_density_is &&
        report_.clean(path + ".white_noise_density_is")) {
      report_.error(density, "a noise density is given without white_noise_density_is",
                    "one- and two-sided densities differ by a factor of sqrt(2)",
                    "Give white_noise_density_is = \"two_sided\" (sd = N sqrt(rate), as Kalibr and "
                    "IEEE 952 have it) or \"one_sided\" (sd = N sqrt(rate / 2))");
    }
    const std::string markov = fmt::format("{}.gauss_markov_bias_{}", path, Q::suffix);
    if (has(model.gauss_markov_bias, markov) && !model.gauss_markov_time_s &&
        report_.clean(path + ".gauss_markov_time_s")) {
      report_.error(markov, "a Gauss-Markov bias is given without gauss_markov_time_s",
                    "its correlation time says how fast it wanders", "");
    }
    if (model.word_bits && !model.resolution) {
      report_.error(path + ".word_bits", "a word length is given without a resolution",
                    "a register counts steps of the resolution",
                    fmt::format("Give resolution_{}, the size of one digit", Q::suffix));
    }
  }

  void check_alignment(const std::string& path, const Alignment& alignment) {
    const double length = norm(alignment.mounting);
    if (report_.clean(path + ".mounting") && std::abs(length - 1) > written_norm_error) {
      report_.error(path + ".mounting",
                    fmt::format("the norm of the mounting quaternion is {:.6g}", length),
                    "it must be 1; only rounding to three digits is tolerated");
    }
    const auto& m = alignment.cross_axis;
    if (report_.clean(path + ".cross_axis") && (m[0] != 0 || m[4] != 0 || m[8] != 0)) {
      report_.error(path + ".cross_axis", "the diagonal of cross_axis is not zero",
                    "it gives the sensitivity of each axis to the others", "Use scale_error");
    }
  }

  void check_axis(const std::string& path, const std::array<double, 3>& axis) {
    if (!report_.clean(path) || norm(axis) > 0) return;
    report_.error(path, "the axis is zero", "it is the direction in which the sensor looks");
  }

  template <class Sensor>
  void check_registers(const std::string& path, const Sensor& sensor) {
    if (!report_.clean(path)) return;
    if (sensor.resolution && sensor.word_bits && *sensor.word_bits == 16) return;
    report_.error(path + ".registers", "there are no 16-bit registers",
                  "the high and low bytes come from a rounded reading",
                  "Give the resolution and word_bits = 16");
  }

  void check_limits(const std::string& path, const ReadingLimits& limits) {
    const std::string low = fmt::format("{}.{}", path, limits.low_key);
    const std::string high = fmt::format("{}.{}", path, limits.high_key);
    if (!report_.clean(low) || !report_.clean(high)) return;
    if (!limits.high || limits.low < *limits.high) return;
    report_.error(report_.newest({high, low}),
                  fmt::format("no {} is between {} and {} {}", limits.what, limits.low,
                              *limits.high, limits.unit),
                  "the sensor would never read anything",
                  fmt::format("Give a {} above {}", limits.high_key, limits.low_key));
  }

  void check_needs(const std::string& path, const SensorNeeds& needs) {
    if (needs.magnetic_field) check_magnetic_field(path);
    if (needs.changing_pressure) check_pressure(path);
    if (needs.rotor_speeds) check_rotor_speeds(path);
  }

  void check_magnetic_field(const std::string& path) {
    const Vec3<double> field = fold_magnetic_field(scenario_.environment->magnetic_field);
    const bool is_there = field.x != 0 || field.y != 0 || field.z != 0;
    if (is_there || is_written("environment.magnetic_field") ||
        !report_.clean("environment.magnetic_field")) {
      return;
    }
    report_.warning(path, "there is no magnetic field to read",
                    "environment.magnetic_field is zero",
                    "Give [environment.magnetic_field], for example with declination_deg, "
                    "inclination_deg and strength_t");
  }

  void check_pressure(const std::string& path) {
    if (!report_.clean("environment.atmosphere")) return;
    if (models_of(*scenario_.environment).air_varies) return;
    report_.warning(path, "the pressure is the same everywhere",
                    "environment.atmosphere is uniform",
                    "Set environment.atmosphere.type = \"isa\"");
  }

  void check_rotor_speeds(const std::string& path) {
    if (!report_.clean("vehicle") || rotors_have_speed(*scenario_.vehicle)) return;
    report_.error(path, "the rotors have no speed to read", std::string(motors_without_speed()),
                  "Use a motor of type first_order, or leave the sensor out");
  }

  const Scenario& scenario_;
  Report& report_;
  std::vector<std::string> dispersed_;  ///< paths of single numbers
};

/// Checks the times of a sensor against the flight.
void check_times(const std::string& path, const SensorTimes& times, const TimeGrid& grid,
                 const Timing& timing, bool is_for_firmware, Report& report) {
  const std::int64_t under_way = (times.latency + times.every - 1) / times.every;
  const std::int64_t last = grid.steps / times.every * times.every;
  if (report.clean(path + ".latency_s") && times.latency > last) {
    report.error(path + ".latency_s", "every reading would be from before the start",
                 fmt::format("the last one is output at {:.6g} s, {:.6g} s late",
                             static_cast<double>(last) * grid.step_s, timing.latency_s));
  } else if (is_for_firmware && under_way > max_under_way && report.clean(path + ".latency_s")) {
    report.error(path + ".latency_s",
                 fmt::format("{} readings would be in transit at once", under_way),
                 fmt::format("at most {} can be buffered for a firmware", max_under_way),
                 "Lower latency_s or rate_hz");
  } else if (report.clean(path + ".jitter_s") && times.jitter >= times.every) {
    report.error(path + ".jitter_s", "readings would arrive out of order",
                 fmt::format("the jitter is {:.6g} s, the period {:.6g} s", timing.jitter_s,
                             timing.rate_hz.period_s()),
                 "Give a jitter below the period");
  }
}

}  // namespace

void validate_sensors(const Scenario& scenario, Report& report) {
  if (scenario.sensors.empty()) return;
  SensorCheck check(scenario, report);
  for_each_sensor(scenario.sensors, [&](const std::string& name, const auto& sensor) {
    check.check("sensors." + name, sensor);
  });
}

void validate_sensor_units(const Scenario& scenario, Report& report) {
  int count = 0;
  for (const auto& [name, unit] : scenario.sensors) {
    const int before = count;
    for_each_field<SensorUnit>(
        [&, &unit = unit](const auto& f) { count += (unit.*f.member) ? 1 : 0; });
    const std::string path = append_path("sensors", name);
    if (count > before || !report.clean(path)) continue;
    report.error(path, "this unit has no sensor", "",
                 "Give it one, for example [" + path + ".gyroscope], or include a file");
  }
  if (count <= max_sensors) return;
  report.error("sensors", fmt::format("there are {} sensors", count),
               fmt::format("a vehicle carries at most {}", max_sensors));
}

void validate_sensor_times(const Scenario& scenario, const TimeGrid& grid, Report& report) {
  std::size_t i = 0;
  const bool is_for_firmware = is_firmware(*scenario.controller);
  for_each_sensor(scenario.sensors, [&](const std::string& name, const auto& sensor) {
    check_times("sensors." + name, grid.sensors[i++], grid, sensor, is_for_firmware, report);
  });
}

}  // namespace montecopter
