/// montecopter contain: the volumes and the ground risk buffer of an operation, by formula and by
/// flights that end at a touchdown.

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <memory>
#include <numeric>
#include <optional>

#include "commands.hpp"
#include "contain_text.hpp"
#include "core/base/text.hpp"
#include "flying.hpp"
#include "interrupt.hpp"
#include "operation_options.hpp"
#include "options.hpp"
#include "output_file.hpp"
#include "remarks.hpp"
#include "scenario/load.hpp"
#include "simulate/dispatch.hpp"
#include "simulate/flights_in_memory.hpp"
#include "streams.hpp"
#include "vehicle/containment/operation_warnings.hpp"
#include "vehicle/containment/volume_map.hpp"

namespace montecopter::cli {
namespace {

struct ContainRequest {
  std::string scenario;
  std::vector<std::string> overrides;
  OperationOptions operation;
  std::string probability = "0.999", confidence = "0.95", until = "all";
  std::string since;
  std::optional<std::string> samples, threads, csv, kml, geojson;
  bool json = false, force = false;
};

constexpr int fall_s = 120;  ///< added to the flight, for falls that begin at its end

double fraction(const char* option, const std::string& text) {
  const double x = positive_number(option, text, 1);
  if (x < 1) return x;
  throw Error(ExitCode::usage,
              Problem{option, "it must be below 1", "no number of flights shows it"});
}

/// The scenario with touchdowns as ends, and without its own failures at the ground. Without events
/// all rotors go off at a time that is uniform over the flight.
struct StudyScenario {
  LoadedScenario loaded;
  double length_s = 0;  ///< until a termination at the latest
  Geography geography;
  std::vector<CountedEvent> events;
};

StudyScenario load_study(const ContainRequest& request, const std::optional<Geodetic<double>>& home,
                         std::int64_t samples) {
  const LoadedScenario own = load_scenario(request.scenario, request.overrides);
  if (!own.scenario.sweep.empty()) {
    throw Error(ExitCode::usage, Problem{request.scenario, "`contain` studies one operation", "",
                                         "Leave the sweep out (--set sweep={})"});
  }
  if (own.scenario.has_end_event()) {
    throw Error(ExitCode::usage,
                Problem{request.scenario, "an event of the type end ends flights in the air",
                        "`contain` studies where they come down", "Remove the event"});
  }
  std::vector<std::string> overrides = request.overrides;
  const auto set = [&](std::string text) { overrides.push_back(std::move(text)); };
  set("simulation.end=touchdown");
  set("simulation.limits.ground=false");
  set("output.traces=none");
  set(fmt::format("monte_carlo.samples={}", samples));
  const Simulation& simulation = own.scenario.simulation;
  const double step_s = plan_to_fly(own).time.step_s;
  const double length_s =
      simulation.duration_s.value_or(static_cast<double>(simulation.steps.value_or(0)) * step_s);
  std::vector<CountedEvent> events = counted_events(own.scenario, request.since);
  if (own.scenario.event.empty()) {
    events = {{0, "termination", true}};
    set("event=[{type=\"all_rotors_off\", at_s=0.0}]");
    set(fmt::format(
        "disperse.\"event.0.at_s\"={{dist=\"uniform\", apply=\"offset\", low=0.0, high={}}}",
        format_double(length_s)));
  }
  if (simulation.duration_s) {
    set(fmt::format("simulation.duration_s={}", format_double(length_s + fall_s)));
  } else {
    set(fmt::format("simulation.steps={}",
                    *simulation.steps + static_cast<std::int64_t>(fall_s / step_s)));
  }
  const Geography geography = geography_of(request.operation, home, own.scenario, length_s);
  set(fmt::format("metrics.{}={{formula=\"{}\", unit=\"m\"}}", excursion_metric,
                  excursion_formula(geography)));
  for (std::string& text : moment_overrides(events)) set(std::move(text));
  return {load_scenario(request.scenario, overrides), length_s, geography, std::move(events)};
}

void write(const std::optional<std::string>& path, const char* option, bool force,
           const std::string& text) {
  if (!path) return;
  OutputFile file(*path, force, option);
  file.add(text);
  file.finish();
}

void require_all_writable(const ContainRequest& request) {
  if (request.csv) require_writable(*request.csv, request.force, "--csv");
  if (request.kml) require_writable(*request.kml, request.force, "--kml");
  if (request.geojson) require_writable(*request.geojson, request.force, "--geojson");
}

/// Flights that `--until decided` flies at most, unless -n gives their number.
constexpr std::int64_t most_flights = 1'000'000;

bool is_until_decided(const ContainRequest& request) {
  if (request.until == "all") return false;
  if (request.until == "decided") return true;
  throw Error(ExitCode::usage, Problem{"--until", fmt::format("unknown word '{}'", request.until),
                                       "", "Use 'all' or 'decided'"});
}

/// Flies more and more flights until they decide. The number of flights that it keeps does
/// not depend on the number of threads.
Study fly_until_decided(const Plan& plan, int threads, Study study) {
  study.is_sequential = true;
  const std::int64_t most = plan.layout.samples;
  for (std::int64_t done = 0; done < most && study.verdict == statistics::Verdict::undecided;) {
    std::vector<std::int64_t> rows(static_cast<std::size_t>(
        std::min(most - done, std::max<std::int64_t>(16, done / 512) * block_rows)));
    std::iota(rows.begin(), rows.end(), done);
    const FlightsInMemory flights(plan, choose_kernel("auto"), rows, threads);
    if (signal_exit_code()) break;
    for (const std::int64_t row : rows) {
      if (study.verdict == statistics::Verdict::undecided) add_flight(flights, row, study);
    }
    done += std::ssize(rows);
  }
  finish_study(study);
  return study;
}

ExitCode contain(const ContainRequest& request) {
  Remarks remarks = remarks_on_stderr();
  SoraOperation operation = operation_of(request.operation);
  const double probability = fraction("--probability", request.probability);
  const double confidence = fraction("--confidence", request.confidence);
  const bool until_decided = is_until_decided(request);
  const std::int64_t samples = request.samples
                                   ? whole_number("--samples", *request.samples, 1, 10'000'000)
                               : until_decided ? most_flights
                                               : fewest_flights(probability, confidence);
  const auto home = home_of(request.operation, request.kml || request.geojson);
  const int threads = threads_wanted(request.threads);
  require_all_writable(request);
  const auto [loaded, length_s, geography, events] = load_study(request, home, samples);
  operation.mass_kg = take_off_mass_kg(loaded.scenario);
  operation.has_parachute = has_parachute(loaded.scenario);
  remarks.warn_all(loaded.warnings);
  remarks.warn_all(operation_warnings(loaded.scenario, operation, length_s));
  const std::string name = loaded.scenario.name;
  (void)stop_on_signals();
  Plan plan = plan_to_fly(loaded);
  try_programs(plan, choose_kernel("auto"), loaded.controller_at);
  Study begun = begin_study(operation, geography, probability, confidence);
  begun.events = events, begun.since = request.since;
  begun.has_wreck_drag = has_wreck_drag(plan.scenario);
  for (std::string& column : plan.input_columns()) begun.inputs.push_back({std::move(column)});
  const Study study =
      until_decided
          ? fly_until_decided(plan, threads, std::move(begun))
          : study_impacts(FlightsInMemory(std::move(plan), choose_kernel("auto"), {}, threads),
                          std::move(begun));
  if (const auto code = signal_exit_code()) throw Error(*code, "interrupted: nothing was written.");
  answer(request.json ? study_json(study, name).print() + "\n" : study_text(study, name));
  write(request.csv, "--csv", request.force, csv_of(study));
  if (home) {
    write(request.kml, "--kml", request.force, kml_of(study, geography, *home, name));
    write(request.geojson, "--geojson", request.force, geojson_of(study, geography, *home, name));
  }
  if (study.missing() > 0 || study.verdict == statistics::Verdict::violated) return ExitCode::no;
  const bool is_open = study.is_sequential && study.verdict == statistics::Verdict::undecided;
  return is_open ? ExitCode::inconclusive : ExitCode::ok;
}

Options contain_options(ContainRequest& r) {
  return joined({
      {scenario_argument(r.scenario)},
      operation_options(r.operation, true),
      {
          {"--since", &r.since,
           "Name of the event from which distances count; default: all_rotors_off, or the first "
           "failure in flights without it",
           "EVENT"},
          {"--probability", &r.probability,
           "Fraction of flights that the buffer holds; default: 0.999", "X"},
          {"--confidence", &r.confidence, "Confidence of the bounds; default: 0.95", "X"},
          {"-n,--samples", &r.samples,
           "Number of flights; default: the fewest that bound the quantile (2995)", "N"},
          {"--until", &r.until,
           "'decided': fly until it is decided whether this fraction comes down within the buffer "
           "by formula, at most -n flights (1000000); default: all",
           "WORD"},
          {"-j,--threads", &r.threads,
           "Number of threads; default: all processors that this process may use", "N"},
          set_option(r.overrides, "Override a key, e.g. --set vehicle.mass_kg=1.2 (repeatable)"),
          {"--kml", &r.kml, "Write a map of volumes and impacts for Google Earth", "FILE.kml"},
          {"--geojson", &r.geojson, "Write this map as GeoJSON", "FILE.geojson"},
          {"--csv", &r.csv, "Write the impacts as CSV", "FILE.csv"},
          {"--force", &r.force, "Replace files that exist"},
          {"--json", &r.json, "Print JSON"},
      },
  });
}

}  // namespace

Command contain_command() {
  auto request = std::make_shared<ContainRequest>();
  return {
      .name = "contain",
      .doc =
          "Bound where flights come down: contingency volume and ground risk buffer, by formula "
          "and by flights. Exit 1: a flight does not touch down, or --until decides against "
          "it. Exit 4: --until does not decide",
      .options = contain_options(*request),
      .footer =
          "Examples:\n"
          "  montecopter contain survey.toml --speed 12 --height 60 --dimension 0.7\n"
          "  montecopter contain survey.toml --speed 12 --height 60 --dimension 0.7 "
          "--home 47.3977,8.5456 --kml survey.kml --csv impacts.csv\n"
          "  montecopter contain survey.toml --speed 12 --height 60 --dimension 0.7 "
          "--geography \"0,0;120,0;120,80;0,80\"\n"
          "Without events in the scenario, all rotors go off at a time that is uniform over the "
          "flight.",
      .run = [request] { return contain(*request); },
  };
}

}  // namespace montecopter::cli
