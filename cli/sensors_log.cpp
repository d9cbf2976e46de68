#include "sensors_log.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <limits>

#include "core/base/text.hpp"
#include "results/transcribe/even_grid.hpp"
#include "vehicle/performance/noise_at_rest.hpp"

namespace montecopter::cli {
namespace {

constexpr double infinite = std::numeric_limits<double>::infinity();

/// A sensor with readings in a log: its name, the suffix of its keys, and the largest change of its
/// mean over a second at rest. For the accelerometer, 0.3 m/s2 mean a tilt of 1.8 degrees.
struct LoggedSensor {
  std::string_view name, suffix, unit;
  double most_change;
};

constexpr auto logged_sensors = std::to_array<LoggedSensor>({
    {"imu.accelerometer", "m_s2", "m s-2", 0.3},
    {"imu.gyroscope", "rad_s", "rad s-1", 0.1},
    {"compass.magnetometer", "t", "T", infinite},
});

struct SensorNoise {
  const LoggedSensor* sensor = nullptr;
  double rate_hz = 0, from_s = 0, to_s = 0;
  std::vector<std::string> repaired;  ///< in the log
  std::vector<AxisNoise> axes;

  /// One figure for each axis.
  template <class Number>
  std::vector<double> each(Number number) const {
    std::vector<double> values;
    for (const AxisNoise& axis : axes) values.push_back(number(axis));
    return values;
  }
};

[[noreturn]] void refuse(const std::string& file, const std::string& why) {
  throw Error(ExitCode::refused, Problem{file, why});
}

logs::RecordedSignal part_of(const logs::RecordedSignal& signal, double from_s, double to_s) {
  logs::RecordedSignal part = signal;
  part.time_s.clear(), part.values.clear();
  for (std::size_t i = 0; i < signal.time_s.size(); ++i) {
    if (signal.time_s[i] < from_s || signal.time_s[i] > to_s) continue;
    part.time_s.push_back(signal.time_s[i]);
    const double* row = signal.values.data() + i * signal.width();
    part.values.insert(part.values.end(), row, row + signal.width());
  }
  return part;
}

/// Error(refused) if rotors turn: they shake the vehicle, so it is not at rest.
void require_still_rotors(const LoggedNoiseRequest& request, const logs::RecordedFlight& flight) {
  const logs::RecordedSignal* speeds = flight.find("rotor_speed");
  if (speeds == nullptr) return;
  const logs::RecordedSignal part = part_of(*speeds, request.from_s, request.to_s);
  for (std::size_t i = 0; i < part.values.size(); ++i) {
    if (!(std::abs(part.values[i]) > 0)) continue;
    refuse(request.file, fmt::format("the vehicle is not at rest: rotors turn at {:.3f} s. Choose "
                                     "a part of the log with --from and --to",
                                     part.time_s[i / part.width()]));
  }
}

/// The grid of the readings. Missing readings do not lower its rate, because an interval counts as
/// several usual ones.
transcribe::EvenGrid grid_of(const logs::RecordedSignal& signal) {
  const std::vector<double>& times = signal.time_s;
  const double usual_hz = logs::time_quality(signal).rate_hz;
  double steps = 0;
  for (std::size_t i = 1; i < times.size(); ++i) {
    steps += std::round((times[i] - times[i - 1]) * usual_hz);
  }
  const double rate_hz = steps / (times.back() - times.front());
  return {times.front(), rate_hz, static_cast<std::int64_t>(steps) + 1};
}

/// A reading for each time, NaN where one is missing.
std::vector<AxisReadings> axes_of(const logs::RecordedSignal& signal) {
  const transcribe::EvenGrid grid = grid_of(signal);
  const std::vector<double> rows =
      transcribe::resample(signal, grid, transcribe::Resampling::nearest);
  std::vector<AxisReadings> axes(signal.width());
  for (AxisReadings& axis : axes) axis.period_s = 1 / grid.rate_hz;
  for (std::size_t i = 0; i < rows.size(); ++i) axes[i % axes.size()].values.push_back(rows[i]);
  return axes;
}

SensorNoise noise_of(const LoggedNoiseRequest& request, const LoggedSensor& sensor,
                     const logs::RecordedSignal& whole) {
  constexpr std::string_view names = "xyz";
  const logs::RecordedSignal signal = part_of(whole, request.from_s, request.to_s);
  const auto fail = [&](const std::string& what, const std::string& why) {
    refuse(request.file, fmt::format("the noise of {} cannot be estimated: {}", what, why));
  };
  if (signal.time_s.size() < 2) {
    fail(std::string(sensor.name), "there are no readings between --from and --to");
  }
  SensorNoise noise{&sensor, 0, signal.time_s.front(), signal.time_s.back(), {}, {}};
  const std::vector<AxisReadings> axes = axes_of(signal);
  for (std::size_t k = 0; k < axes.size(); ++k) {
    const std::string what = fmt::format("{}.{}", sensor.name, names[k]);
    if (const auto why = why_not_at_rest(axes[k], sensor.most_change)) fail(what, *why);
    try {
      noise.axes.push_back(noise_at_rest(axes[k]));
    } catch (const Error& error) {
      std::string why = error.what();
      if (why.starts_with("error: ")) why = why.substr(7);
      fail(what, why);
    }
    noise.rate_hz = 1 / axes[k].period_s;
  }
  return noise;
}

/// Noise of the requested sensors that the log has.
std::vector<SensorNoise> all_noise(const LoggedNoiseRequest& request) {
  const logs::RecordedFlight flight = logs::read_log(request.file, request.choice);
  std::vector<std::string> known;
  for (const LoggedSensor& s : logged_sensors) {
    if (flight.find(std::string(s.name)) != nullptr) known.emplace_back(s.name);
  }
  if (known.empty()) {
    refuse(request.file, "the log has no imu.gyroscope, imu.accelerometer or compass.magnetometer");
  }
  for (const std::string& name : request.sensors) {
    if (std::find(known.begin(), known.end(), name) != known.end()) continue;
    throw Error(
        ExitCode::usage,
        Problem{"--sensor",
                fmt::format("the log has no readings of '{}' whose noise can be estimated", name),
                "", fmt::format("The log has {}", join(known))});
  }
  require_still_rotors(request, flight);
  std::vector<SensorNoise> noise;
  for (const LoggedSensor& sensor : logged_sensors) {
    const std::string name(sensor.name);
    const auto& asked = request.sensors;
    if (!asked.empty() && std::find(asked.begin(), asked.end(), name) == asked.end()) continue;
    const auto* signal = flight.find(name);
    if (signal == nullptr) continue;
    noise.push_back(noise_of(request, sensor, *signal));
    for (const std::string& remark : flight.remarks) {
      if (remark.starts_with(name + ": ")) noise.back().repaired.push_back(remark);
    }
  }
  return noise;
}

// --- answer as tables of a scenario -------------------------------------------------------------

std::string list_of(const std::vector<double>& values) {
  std::vector<std::string> texts;
  for (const double value : values) texts.push_back(fmt::format("{:.4g}", value));
  return fmt::format("[{}]", fmt::join(texts, ", "));
}

/// A key with the value of each axis, or a comment with upper bounds if no axis has a significant
/// value.
std::string figure_text(const SensorNoise& noise, const std::string& key, const char* what,
                        const NoiseFigure AxisNoise::*figure) {
  const auto values = noise.each([&](const AxisNoise& a) { return (a.*figure).value; });
  const auto errors = noise.each([&](const AxisNoise& a) { return (a.*figure).standard_error; });
  const auto bounds = noise.each([&](const AxisNoise& a) { return (a.*figure).bound; });
  const auto is_known = [](double value) { return value > 0; };
  if (std::none_of(values.begin(), values.end(), is_known)) {
    return fmt::format("# {}: not significant in this log; at most {} {}\n", what, list_of(bounds),
                       noise.sensor->unit);
  }
  std::string text =
      fmt::format("{} = {}  # {}, +- {}", key, list_of(values), what, list_of(errors));
  if (!std::all_of(values.begin(), values.end(), is_known)) {
    text += "; 0: not significant, at most " + list_of(bounds);
  }
  return text + "\n";
}

/// The text about flicker noise. Models of sensors have none; a Gauss-Markov bias of the same flat
/// part replaces it.
std::string flicker_text(const SensorNoise& noise) {
  std::string text;
  std::vector<double> deviations, times;
  for (const AxisNoise& axis : noise.axes) {
    const FlickerStandIn stand_in =
        stand_in_for_flicker(axis.bias_instability.value, axis.flattest_s);
    deviations.push_back(stand_in.standard_deviation);
    if (axis.bias_instability.is_known()) times.push_back(stand_in.time_s);
  }
  const auto values = noise.each([](const AxisNoise& a) { return a.bias_instability.value; });
  const auto errors =
      noise.each([](const AxisNoise& a) { return a.bias_instability.standard_error; });
  const auto bounds = noise.each([](const AxisNoise& a) { return a.bias_instability.bound; });
  if (times.empty()) {
    return fmt::format("# bias instability (B): not significant in this log; at most {} {}\n",
                       list_of(bounds), noise.sensor->unit);
  }
  std::sort(times.begin(), times.end());
  text += fmt::format(
      "# bias instability (B): {}, +- {} {}; as a Gauss-Markov bias of the same height in its flat "
      "part:\n",
      list_of(values), list_of(errors), noise.sensor->unit);
  text += fmt::format("gauss_markov_bias_{} = {}\n", noise.sensor->suffix, list_of(deviations));
  return text + fmt::format("gauss_markov_time_s = {:.4g}\n", times[times.size() / 2]);
}

std::string text_of(const SensorNoise& noise, const std::string& file) {
  const AxisNoise& x = noise.axes.front();
  std::string text =
      fmt::format("# {}: {} readings, {:.6g} Hz, {:.3f} to {:.3f} s, {} missing\n[sensors.{}]\n",
                  file, x.curve.readings, noise.rate_hz, noise.from_s, noise.to_s, x.curve.missing,
                  noise.sensor->name);
  for (const std::string& remark : noise.repaired) text += fmt::format("# repaired: {}\n", remark);
  text += fmt::format("rate_hz = {}\n", std::max(1.0, std::round(noise.rate_hz)));
  text += figure_text(noise, fmt::format("white_noise_density_{}_sqrt_hz", noise.sensor->suffix),
                      "white noise (N)", &AxisNoise::white_density);
  text += "white_noise_density_is = \"two_sided\"\n";
  text += flicker_text(noise);
  text += figure_text(noise, fmt::format("bias_random_walk_{}_sqrt_s", noise.sensor->suffix),
                      "random walk (K)", &AxisNoise::bias_random_walk);
  if (noise.sensor->name == "imu.gyroscope") {
    text += fmt::format("# mean, which is a bias if the vehicle does not turn: {} {}\n",
                        list_of(noise.each([](const AxisNoise& a) { return a.mean; })),
                        noise.sensor->unit);
  }
  constexpr double as_it_should_be = 4;
  for (const AxisNoise& axis : noise.axes) {
    if (axis.misfit <= as_it_should_be) continue;
    return text + fmt::format(
                      "# The Allan deviation does not quite fit this noise model: its points are "
                      "off by {} standard errors, so the stated errors are too small.\n",
                      list_of(noise.each([](const AxisNoise& a) { return std::sqrt(a.misfit); })));
  }
  return text;
}

// --- answer as JSON -----------------------------------------------------------------------------

Json json_of(const NoiseFigure& figure) {
  return Json::object()
      .set("value", Json::number(figure.value))
      .set("standard_error", Json::number(figure.standard_error))
      .set("bound", Json::number(figure.bound))
      .set("known", Json::boolean(figure.is_known()));
}

Json json_of(const AxisNoise& axis) {
  Json points = Json::array();
  for (const AllanPoint& p : axis.curve.points) {
    points.add(Json::object()
                   .set("tau_s", Json::number(p.tau_s))
                   .set("deviation", Json::number(p.deviation))
                   .set("low95", Json::number(p.low))
                   .set("high95", Json::number(p.high)));
  }
  return Json::object()
      .set("mean", Json::number(axis.mean))
      .set("white_noise_density", json_of(axis.white_density))
      .set("bias_instability", json_of(axis.bias_instability))
      .set("bias_random_walk", json_of(axis.bias_random_walk))
      .set("misfit", Json::number(axis.misfit))
      .set("points", std::move(points));
}

Json json_of(const SensorNoise& noise) {
  Json axes = Json::array();
  for (const AxisNoise& axis : noise.axes) axes.add(json_of(axis));
  const AllanCurve& curve = noise.axes.front().curve;
  return Json::object()
      .set("name", Json::text(std::string(noise.sensor->name)))
      .set("unit", Json::text(std::string(noise.sensor->unit)))
      .set("rate_hz", Json::number(noise.rate_hz))
      .set("from_s", Json::number(noise.from_s))
      .set("to_s", Json::number(noise.to_s))
      .set("readings", Json::number(curve.readings))
      .set("missing", Json::number(curve.missing))
      .set("repaired", Json::texts(noise.repaired))
      .set("axes", std::move(axes));
}

}  // namespace

bool looks_like_log(const std::string& path) {
  constexpr std::string_view csv = ".csv";
  if (path.ends_with(csv)) return true;
  // A pipe cannot be read twice; it may contain a scenario.
  std::error_code failed;
  if (!std::filesystem::is_regular_file(path, failed)) return false;
  std::array<char, 64> head{};
  std::ifstream(path, std::ios::binary).read(head.data(), head.size());
  return logs::begins_as_log({head.data(), head.size()});
}

std::string logged_noise(const LoggedNoiseRequest& request) {
  const std::vector<SensorNoise> all = all_noise(request);
  if (request.json) {
    Json sensors = Json::array();
    for (const SensorNoise& noise : all) sensors.add(json_of(noise));
    return Json::object()
               .set("log", Json::text(request.file))
               .set("sensors", std::move(sensors))
               .print() +
           "\n";
  }
  std::vector<std::string> tables;
  for (const SensorNoise& noise : all) tables.push_back(text_of(noise, request.file));
  return "# Noise at rest by overlapping Allan deviations (IEEE Std 952); +-: standard errors\n" +
         join(tables, "\n");
}

}  // namespace montecopter::cli
