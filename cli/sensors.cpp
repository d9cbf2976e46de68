/// montecopter sensors: the noise of a scenario's sensors, Allan deviations of readings, and the
/// noise of real sensors from a log at rest.

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <limits>
#include <memory>
#include <optional>

#include "commands.hpp"
#include "core/base/text.hpp"
#include "options.hpp"
#include "plan/plan.hpp"
#include "plan/sensor_columns.hpp"
#include "record/reader.hpp"
#include "record/signals.hpp"
#include "remarks.hpp"
#include "result_request.hpp"
#include "scenario/load.hpp"
#include "scenario/write.hpp"
#include "sensors_log.hpp"
#include "simulate/dispatch.hpp"
#include "simulate/flights_in_memory.hpp"
#include "streams.hpp"
#include "vehicle/performance/sensor_report.hpp"

namespace montecopter::cli {
namespace {

struct SensorsRequest {
  std::string file;
  std::vector<std::string> overrides, sensors;
  std::optional<std::string> duration, sample, from, to;
  LogOptions log;
  bool allan = false, json = false;
  Verification verification;
};

constexpr double default_duration_s = 3600;
/// Largest number of readings; more would not fit into memory.
constexpr double most_readings = 2e7;

bool is_result(const std::string& path) {
  std::error_code ignored;
  if (!std::filesystem::is_regular_file(path, ignored)) return false;
  std::array<char, 4> head{};
  std::ifstream(path, std::ios::binary).read(head.data(), head.size());
  return std::string_view(head.data(), head.size()) == "\x89HDF";
}

/// Whether the file is a log. A CSV file is a log if its columns are described.
bool is_log(const SensorsRequest& request) {
  return !is_result(request.file) && (request.log.columns || looks_like_log(request.file));
}

void require_consistent(const SensorsRequest& request) {
  Diagnostics problems;
  const bool result = is_result(request.file);
  const bool log = is_log(request);
  const auto refuse = [&](bool given, const char* option, const char* why) {
    if (given) problems.error(option, "does not apply here", why);
  };
  refuse(request.duration && !request.allan, "--duration", "only --allan reads the sensors");
  refuse(request.sample && !request.allan, "--sample", "only --allan reads the sensors");
  refuse(request.allan && log, "--allan", "a log is always analysed so");
  refuse(!request.overrides.empty() && log, "--set", "a log is not a scenario");
  refuse(request.log.any() && !log, "--columns, --part, --instance, --rate",
         "they apply only to a log");
  refuse(request.from && !log, "--from", "it applies only to a log");
  refuse(request.to && !log, "--to", "it applies only to a log");
  refuse(request.duration && result, "--duration", "a result already has its readings");
  refuse(request.sample && !result, "--sample", "only a result has samples");
  refuse(!request.overrides.empty() && result, "--set", "a result has already been flown");
  refuse(request.verification.no_verify && !result, "--no-verify", "only a result has hashes");
  problems.throw_if_errors();
}

/// Channels of the named sensors, or of all sensors.
std::vector<NoisyChannel> asked_channels(const SensorsRequest& request, const Sensors& sensors) {
  std::vector<NoisyChannel> channels = noisy_channels(sensors);
  if (channels.empty()) {
    throw Error(ExitCode::usage,
                Problem{request.file, "there are no sensors with noisy readings", "",
                        "Add one to the scenario, for example [sensors.imu0] include = "
                        "\"../sensors/mpu-6000.toml\""});
  }
  std::vector<std::string> known;
  for (const NoisyChannel& c : channels) known.push_back(c.sensor);
  known.erase(std::unique(known.begin(), known.end()), known.end());
  Diagnostics problems;
  for (const std::string& name : request.sensors) {
    if (std::find(known.begin(), known.end(), name) != known.end()) continue;
    const auto near = near_name(name, known);
    problems.error("--sensor", fmt::format("unknown sensor '{}'", name), "",
                   near ? "Did you mean '" + *near + "'?" : "There are " + join(known));
  }
  problems.throw_if_errors();
  std::erase_if(channels, [&](const NoisyChannel& c) {
    const auto& asked = request.sensors;
    return !asked.empty() && std::find(asked.begin(), asked.end(), c.sensor) == asked.end();
  });
  return channels;
}

// --- readings of a sensor at rest ---------------------------------------------------------------

std::int64_t reading_count(const NoisyChannel& channel, double duration_s) {
  const double count = duration_s / channel.noise.dt_s;
  if (count >= 2 && count <= most_readings) return static_cast<std::int64_t>(count) + 1;
  throw Error(
      ExitCode::usage,
      Problem{"--duration",
              fmt::format("{} reads {:.3g} times in {} s", channel.sensor, count, duration_s),
              fmt::format("a curve needs 2 to {:.0e} readings", most_readings)});
}

std::vector<double> readings_of(const FlightsInMemory& flown, const NoisyChannel& channel) {
  std::vector<double> readings;
  const std::int64_t count = flown.readings(channel.dataset);
  readings.reserve(static_cast<std::size_t>(count));
  for (std::int64_t k = 0; k < count; ++k) {
    readings.push_back(flown.reading(channel.dataset, k)[channel.component]);
  }
  return readings;
}

std::vector<ChannelAllan> allan_at_rest(const Scenario& scenario, double duration_s,
                                        const std::vector<NoisyChannel>& channels) {
  std::vector<ChannelAllan> curves;
  std::optional<FlightsInMemory> flown;
  std::string sensor;
  for (const NoisyChannel& channel : channels) {
    if (channel.sensor != sensor) {
      sensor = channel.sensor;
      const Scenario rest = at_rest(scenario, sensor, reading_count(channel, duration_s));
      flown.emplace(make_plan({rest, "", write_scenario(rest), {}}), choose_kernel("auto"));
    }
    curves.push_back(channel_allan(channel, readings_of(*flown, channel)));
  }
  return curves;
}

// --- recorded readings --------------------------------------------------------------------------

std::int64_t asked_trace(const SensorsRequest& request, const record::ResultFile& file) {
  const std::vector<std::int64_t> traced = file.trace_samples();
  if (traced.empty()) {
    throw Error(ExitCode::usage, Problem{file.path(), "there are no readings in this file",
                                         "output.traces is \"none\"",
                                         "Run the scenario with traces into another file"});
  }
  if (!request.sample) return 0;
  const std::int64_t sample = whole_number("--sample", *request.sample, 0, file.samples() - 1);
  const auto at = std::lower_bound(traced.begin(), traced.end(), sample);
  if (at != traced.end() && *at == sample) return at - traced.begin();
  throw Error(ExitCode::usage, Problem{"--sample", fmt::format("sample {} has no trace", sample)});
}

/// Error(usage) unless all readings are stored. Every tenth reading has the noise density of a
/// sensor that reads a tenth as often.
void require_all_readings(const record::ResultFile& file, const Scenario& scenario,
                          const std::vector<NoisyChannel>& channels) {
  for (const SensorColumn& column : sensor_columns(scenario)) {
    const bool asked = std::any_of(channels.begin(), channels.end(),
                                   [&](const NoisyChannel& c) { return c.dataset == column.name; });
    if (!asked || column.recorded == 1) continue;
    throw Error(
        ExitCode::usage,
        Problem{file.path(), fmt::format("not all readings of {} are stored", column.name),
                fmt::format("its 'recorded', or output.readings, keeps {}",
                            column.recorded == 0 ? std::string("none")
                                                 : fmt::format("one in {}", column.recorded)),
                "Run the scenario with \"all\", or analyse its sensors: montecopter sensors "
                "--allan SCENARIO"});
  }
}

std::vector<ChannelAllan> allan_of_result(const record::ResultFile& file, std::int64_t trace,
                                          const std::vector<NoisyChannel>& channels) {
  const std::vector<record::TracedSignal> signals = record::traced_signals(file);
  std::vector<ChannelAllan> curves;
  for (const NoisyChannel& channel : channels) {
    const auto it = std::find_if(signals.begin(), signals.end(), [&](const auto& signal) {
      return signal.name() == channel.dataset;
    });
    if (it == signals.end()) {
      throw Error(ExitCode::refused, Problem{file.path(), "cannot use this file",
                                             fmt::format("'{}' is missing", channel.dataset)});
    }
    const std::vector<double> rows = record::read_trace(file, *it, trace, 0, it->times());
    std::vector<double> readings;
    const auto width = it->width();
    for (std::size_t i = channel.component; i < rows.size(); i += width) {
      readings.push_back(rows[i]);
    }
    curves.push_back(channel_allan(channel, readings));
  }
  return curves;
}

// --- answers ------------------------------------------------------------------------------------

void print(const SensorsRequest& request, const std::vector<ChannelAllan>& curves,
           const std::string& source, std::optional<bool> verified = std::nullopt) {
  answer(request.json ? allan_json(curves, source, verified)
                      : allan_text(curves, source, table_width()));
}

void list(const SensorsRequest& request, const Sensors& sensors) {
  asked_channels(request, sensors);  // reports if there are none
  answer(request.json ? sensors_json(sensors) : sensors_text(sensors, table_width()));
}

/// Warns that theory uses the scenario's sensors, and that samples have other sensors.
void remark_varied(const std::string& file, const Scenario& scenario) {
  const auto is_of_sensor = [](const auto& entry) { return entry.first.rfind("sensors.", 0) == 0; };
  const bool varied =
      std::any_of(scenario.disperse.begin(), scenario.disperse.end(), is_of_sensor) ||
      std::any_of(scenario.sweep.begin(), scenario.sweep.end(), is_of_sensor);
  if (!varied) return;
  remark(file +
         ": warning: parameters of sensors differ between samples; theory uses the scenario's own "
         "values.\n");
}

void of_result(const SensorsRequest& request) {
  Remarks remarks = remarks_on_stderr();
  const auto file = open_result(request.file, request.verification, remarks);
  require_scenario(file);
  const Scenario scenario =
      load_scenario_text(file.resolved_text(), file.path() + " (its scenario)", ".").scenario;
  if (!request.allan) return list(request, scenario.sensors);
  const auto channels = asked_channels(request, scenario.sensors);
  require_all_readings(file, scenario, channels);
  remark_varied(request.file, scenario);
  const std::int64_t trace = asked_trace(request, file);
  const std::int64_t sample = file.trace_samples()[static_cast<std::size_t>(trace)];
  print(request, allan_of_result(file, trace, channels),
        fmt::format("sample {} of {}", sample, file.path()), request.verification.verified());
}

void of_scenario(const SensorsRequest& request) {
  const LoadedScenario loaded = load_scenario(request.file, request.overrides);
  for (const Problem& warning : loaded.warnings) remark(warning.text() + "\n");
  if (!request.allan) return list(request, loaded.scenario.sensors);
  const auto channels = asked_channels(request, loaded.scenario.sensors);
  const double duration_s =
      request.duration ? non_negative_number("--duration", *request.duration) : default_duration_s;
  print(request, allan_at_rest(loaded.scenario, duration_s, channels),
        fmt::format("{} s at rest", duration_s));
}

void of_log(const SensorsRequest& request) {
  constexpr double infinite = std::numeric_limits<double>::infinity();
  const double from_s = request.from ? finite_number("--from", *request.from) : -infinite;
  const double to_s = request.to ? finite_number("--to", *request.to) : infinite;
  if (!(from_s < to_s)) throw Error(ExitCode::usage, Problem{"--from", "it is not before --to"});
  answer(logged_noise(
      {request.file, request.log.choice(), request.sensors, from_s, to_s, request.json}));
}

Options options_of(SensorsRequest& request) {
  Options all = {
      Option{"file", &request.file,
             "Scenario file, result file with readings, or log of a real vehicle at rest", "FILE"}
          .required(),
      {"--allan", &request.allan,
       "Print Allan deviations of the readings of a result, or of a scenario's sensors at rest"},
      {"--sensor", &request.sensors, "Only these sensors, e.g. imu0.gyroscope", "NAME"},
      {"--duration", &request.duration,
       "With --allan and a scenario: time at rest, in s; default: 3600", "X"},
      {"--sample", &request.sample,
       "With --allan and a result: traced sample; default: the first one", "N"},
      set_option(request.overrides,
                 "Override a key of the scenario, e.g. --set monte_carlo.seed=2 (repeatable)"),
      {"--from", &request.from, "For a log: start time, in s", "X"},
      {"--to", &request.to, "For a log: end time, in s", "X"},
      {"--json", &request.json, "Print JSON"},
      no_verify_option(request.verification),
  };
  for (Option& option : request.log.options()) all.push_back(std::move(option));
  return all;
}

}  // namespace

Command sensors_command() {
  auto request = std::make_shared<SensorsRequest>();
  return {
      .name = "sensors",
      .doc =
          "Print the noise of a scenario's sensors, or estimate it from a log at rest; compare "
          "Allan deviations with theory",
      .options = options_of(*request),
      .footer =
          "Examples:\n"
          "  montecopter sensors hover.toml\n"
          "  montecopter sensors --allan hover.toml --sensor imu0.gyroscope\n"
          "  montecopter sensors --allan hover.h5 --sample 3 --json\n"
          "  montecopter sensors rest.ulg > noise.toml\n"
          "  montecopter sensors rest.csv --columns columns.toml --sensor imu.gyroscope",
      .run =
          [request] {
            require_consistent(*request);
            if (is_log(*request)) {
              of_log(*request);
            } else {
              is_result(request->file) ? of_result(*request) : of_scenario(*request);
            }
            return ExitCode::ok;
          },
  };
}

}  // namespace montecopter::cli
