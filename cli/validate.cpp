/// montecopter validate: validates a vehicle model against a log. The vehicle flies the recorded
/// flight again, and the errors are reported.

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <memory>
#include <optional>

#include "commands.hpp"
#include "core/base/counted.hpp"
#include "core/base/index.hpp"
#include "core/base/json.hpp"
#include "core/base/table.hpp"
#include "core/base/text.hpp"
#include "flight_bands.hpp"
#include "flight_choice.hpp"
#include "flights/identify/coverage.hpp"
#include "flights/identify/replay_errors.hpp"
#include "log_text.hpp"
#include "options.hpp"
#include "remarks.hpp"
#include "scenario/load.hpp"
#include "streams.hpp"
#include "vehicle/performance/vehicle_report.hpp"

namespace montecopter::cli {
namespace {

struct ValidateRequest {
  std::string scenario, file;
  FlightChoice flight;
  LogOptions log;
  std::optional<std::string> threads, errors, calibrate;
  std::vector<std::string> horizons, overrides;
  bool observe = false, json = false;
};

/// The results that are printed for a log.
struct Validation {
  std::string vehicle, log, drive, between;
  std::size_t rows = 0;
  double period_s = 0, from_s = 0, to_s = 0;
  bool has_position = false;
  identify::FlightEffects effects;  ///< from --errors, or estimated by --calibrate
  bool is_calibrated = false;
  std::optional<bool> is_observed = {};  ///< with --observe: whether it helps
  std::vector<identify::HorizonErrors> horizons;
  std::vector<identify::Coverage> coverage = {};
};

std::vector<double> horizons_of(const ValidateRequest& request) {
  if (request.horizons.empty())
    return {identify::prediction_horizons_s.begin(), identify::prediction_horizons_s.end()};
  std::vector<double> horizons;
  for (const std::string& text : request.horizons)
    horizons.push_back(positive_number("--horizon", text, 1e6));
  return horizons;
}

/// The vehicle. Error(refused) if it is not a multirotor, which alone can be flown again.
const Multirotor& multirotor_of(const LoadedVehicle& loaded, const std::string& path,
                                Remarks& remarks) {
  remarks.warn_all(loaded.warnings);
  if (!loaded.wind.empty()) {
    Problem calm{path, "the wind of the scenario is ignored", "a log does not contain the wind", "",
                 true};
    remarks.warn_all({calm});
  }
  if (const auto* vehicle = std::get_if<Multirotor>(&loaded.vehicle)) return *vehicle;
  throw Error(ExitCode::refused,
              Problem{path, "only multirotors can be flown again from logs; this is a helicopter"});
}

void require_windows(const Validation& validation) {
  for (const identify::HorizonErrors& horizon : validation.horizons) {
    if (horizon.windows > 0) continue;
    throw Error(
        ExitCode::refused,
        Problem{validation.log, fmt::format("it has no {:.4g} s without a gap", horizon.horizon_s),
                "", "Give a shorter --horizon"});
  }
}

/// Subtracts the bias from the recorded rates.
void remove_bias(identify::Track& track, const std::array<double, 3>& rate_bias_rad_s) {
  for (identify::BodyState& state : track.states) {
    for (std::size_t k = 0; k < 3; ++k) state[10 + k] -= rate_bias_rad_s[k];
  }
}

/// Rows after a time of the log [s].
identify::Track behind(const identify::Track& track, double time_s) {
  identify::Track rest;
  rest.has_position = track.has_position, rest.period_s = track.period_s;
  const Index first = count_below(track.time_s, time_s);
  for (std::size_t k = first; k < track.rows(); ++k) {
    rest.time_s.push_back(track.time_s[k]);
    rest.states.push_back(track.states[k]);
    rest.reach.push_back(track.reach[k] - first);
  }
  return rest;
}

/// Time of the log at which the part of --calibrate ends.
std::optional<double> calibrated_until(const ValidateRequest& request,
                                       const identify::Track& track) {
  if (!request.calibrate) return std::nullopt;
  return track.time_s.front() + positive_number("--calibrate", *request.calibrate, 1e6);
}

/// Effects of the flight: from its first seconds, from --errors, or none.
identify::FlightEffects effects_of(const ValidateRequest& request, const Multirotor& vehicle,
                                   const CalmAir& air, const identify::Drive& drive,
                                   const identify::Track& track,
                                   const std::optional<double>& calibrated_s,
                                   const identify::FlightSpread& spread, int threads) {
  if (!calibrated_s) return identify::effects_of_new_flight(spread);
  identify::FitLog log;
  log.drive = drive, log.track = identify::thinned(track);
  identify::keep_driven(log.drive, log.track);
  const auto found =
      identify::calibrated_effects(vehicle, air, log, *calibrated_s, spread, threads);
  if (found && behind(track, *calibrated_s).rows() >= 2) return *found;
  throw Error(ExitCode::refused,
              Problem{request.file,
                      fmt::format("it has no usable rows in the first {} s (--calibrate), or none "
                                  "after them",
                                  *request.calibrate),
                      "", "Give another time, or another part (--from, --to)"});
}

/// Warns that constant accelerations of a single flight are not applied to another one.
void tell_of_single_flight(const ValidateRequest& request, const identify::FlightSpread& flights,
                           Remarks& remarks) {
  if (!request.errors || flights.is_known()) return;
  const bool has_offset =
      !request.calibrate && flights.mean.angular_acceleration_rad_s2 != std::array<double, 3>{};
  Problem problem{*request.errors,
                  has_offset ? "the angular acceleration of its only flight is not applied"
                             : "it comes from a single flight",
                  "one flight does not show how flights differ, so no band is called right",
                  request.calibrate ? "Fit two flights or more"
                                    : "Fit two flights or more, or estimate it with --calibrate",
                  true};
  remarks.warn_all({problem});
}

/// Warns of a delay that lies at the end of the delays that were tried.
void tell_of_edge(const ValidateRequest& request, const identify::FlightEffects& effects,
                  Remarks& remarks) {
  if (!effects.is_delay_at_edge) return;
  Problem problem{
      request.file,
      fmt::format("the best delay of the rotor record, {:.3g} ms, is at the end of the search",
                  1e3 * effects.mean.delay_s),
      "the rotor record may have another clock, or other motion looks like a delay",
      "Correct the time of the columns (delay_s in --columns), or begin at livelier motion "
      "(--from)",
      true};
  remarks.warn_all({problem});
}

/// Warns of faults of the log, and of its order of motors.
void warn_of_log(const ValidateRequest& request, const Multirotor& vehicle, const CalmAir& air,
                 const logs::RecordedFlight& flight, const identify::Drive& drive,
                 const identify::Track& track, Remarks& remarks) {
  warn_of_jumps(flight, remarks);
  warn_of_derived(request.file, track, remarks);
  warn_of_spikes(request.file, drive, remarks);
  warn_of_zeros(request.file, drive, remarks);
  warn_of_limits(request.file, drive, false, remarks);
  warn_of_order(request.file, identify::other_motor_order(vehicle, air, drive, track),
                request.flight.rotor_of(vehicle.rotors.size()), remarks);
}

/// Flies the windows of the log, and adds their errors.
void fly_windows(const ValidateRequest& request, const Multirotor& vehicle, const CalmAir& air,
                 const logs::RecordedFlight& flight, const identify::Drive& drive,
                 identify::Track track, const std::optional<double>& calibrated_s, int threads,
                 Validation& validation) {
  const identify::LogErrors& effects = validation.effects.mean;
  const std::vector<double> horizons = horizons_of(request);
  remove_bias(track, effects.rate_bias_rad_s);
  std::optional<identify::ObservedMotion> observed;
  if (request.observe) {
    const auto steps = identify::schedule(drive, track, flight, effects.delay_s);
    identify::RepeatedFlight flown(vehicle, air, drive, track, steps);
    identify::apply_effects(effects, flown);
    observed = identify::observe(flown, track, *calibrated_s, horizons, threads, flight.path);
    validation.is_observed = observed.has_value();
  }
  if (calibrated_s) track = behind(track, *calibrated_s);
  if (observed) {
    auto& rows = observed->rows;
    rows.erase(rows.begin(), rows.end() - static_cast<std::ptrdiff_t>(track.rows()));
  }
  const identify::DriveSchedule steps = identify::schedule(drive, track, flight, effects.delay_s);
  identify::RepeatedFlight flown(vehicle, air, drive, track, steps);
  identify::apply_effects(effects, flown);
  validation.rows = track.rows(), validation.period_s = track.period_s;
  validation.from_s = track.time_s.front(), validation.to_s = track.time_s.back();
  validation.has_position = track.has_position;
  validation.horizons = identify::replay_errors(flown, track, horizons, observed, threads);
}

Validation validate(const ValidateRequest& request, Remarks& remarks) {
  request.flight.check();
  if (request.observe && !request.calibrate)
    throw Error(
        ExitCode::usage,
        Problem{"--observe", "it needs --calibrate, which estimates disturbances and noise"});
  const std::vector<double> horizons = horizons_of(request);
  const identify::Span span = request.flight.span();
  const int threads = threads_wanted(request.threads, 1024);
  identify::ErrorFile errors;
  if (request.errors) errors = identify::read_error_file(*request.errors);
  const LoadedVehicle loaded = load_vehicle(request.scenario, request.overrides);
  const Multirotor& vehicle = multirotor_of(loaded, request.scenario, remarks);
  const CalmAir air = calm_air(loaded.environment, loaded.start_m[2]);
  const logs::RecordedFlight flight = logs::read_log(request.file, request.log.choice());
  const identify::Drive drive = request.flight.drive_of(flight, vehicle);
  const identify::Track track = identify::make_track(flight, span);
  warn_of_log(request, vehicle, air, flight, drive, track, remarks);
  tell_of_single_flight(request, errors.flights, remarks);
  const std::optional<double> calibrated_s = calibrated_until(request, track);
  Validation validation{
      .vehicle = loaded.name,
      .log = request.file,
      .drive = drive.signal.name,
      .between = drive.between == identify::Interpolation::hold ? "hold" : "linear",
      .effects =
          effects_of(request, vehicle, air, drive, track, calibrated_s, errors.flights, threads),
      .is_calibrated = request.calibrate.has_value(),
      .horizons = {}};
  tell_of_edge(request, validation.effects, remarks);
  fly_windows(request, vehicle, air, flight, drive, track, calibrated_s, threads, validation);
  require_windows(validation);
  if (!request.errors) return validation;
  const double longest_s = *std::max_element(horizons.begin(), horizons.end());
  const identify::FitLog log = identify::make_fit_log(flight, drive, span, longest_s);
  validation.coverage =
      coverage_of(request.scenario, request.overrides,
                  {vehicle, air, log, errors, validation.effects, calibrated_s}, horizons, threads);
  return validation;
}

/// The RMS error as a fraction of the error of "nothing changes".
std::string fraction_text(const identify::QuantityErrors& errors) {
  return errors.unchanged_rms > 0 ? fmt::format("{:.3f}", errors.rms / errors.unchanged_rms) : "-";
}

/// Table of the fractions of the log inside the bands; empty without bands.
std::string coverage_text(const Validation& validation) {
  if (validation.coverage.empty()) return "";
  Table table{{"quantity inside bands", "horizon [s]", "windows", "blocks", "50 %", "90 %",
               "95 % interval", "99 %", "bands"},
              {}};
  for (const identify::Coverage& c : validation.coverage) {
    const statistics::Interval& interval = c.inside[1].interval;
    table.rows.push_back({std::string(identify::quantities[c.quantity].name),
                          fmt::format("{:.4g}", c.horizon_s), fmt::format("{}", c.windows),
                          fmt::format("{}", c.blocks), fmt::format("{:.3f}", c.inside[0].fraction),
                          fmt::format("{:.3f}", c.inside[1].fraction),
                          fmt::format("{:.3f} - {:.3f}", interval.low, interval.high),
                          fmt::format("{:.3f}", c.inside[3].fraction), std::string(c.verdict())});
  }
  return table_text(table, table_width());
}

/// Effects of the flight: the delay, and what is added to the vehicle.
std::string effects_text(const Validation& validation) {
  const identify::LogErrors &mean = validation.effects.mean, &sd = validation.effects.sd;
  const auto three = [](const std::array<double, 3>& values, const std::array<double, 3>& errors) {
    return fmt::format("{}, {}, {}", mean_text(values[0], errors[0]),
                       mean_text(values[1], errors[1]), mean_text(values[2], errors[2]));
  };
  std::string text;
  if (validation.is_calibrated)
    text += fmt::format("delay of the rotor record: {} ms, from the calibration\n",
                        mean_text(1e3 * mean.delay_s, 1e3 * sd.delay_s));
  const char* from = validation.effects.is_motion_of_flight ? "from the calibration"
                                                            : "the mean of the fitted flights";
  if (mean.acceleration_m_s2 != std::array<double, 3>{})
    text += fmt::format("added acceleration: {} m/s2, {}\n",
                        three(mean.acceleration_m_s2, sd.acceleration_m_s2), from);
  if (mean.angular_acceleration_rad_s2 != std::array<double, 3>{})
    text +=
        fmt::format("added angular acceleration: {} rad/s2, {}\n",
                    three(mean.angular_acceleration_rad_s2, sd.angular_acceleration_rad_s2), from);
  return text;
}

std::string text_of(const Validation& validation) {
  std::string text = fmt::format(
      "{}: {} rows of {:.4g} s, {:.3f} to {:.3f} s\nflown again by {}, driven by {} ({})\n",
      validation.log, validation.rows, validation.period_s, validation.from_s, validation.to_s,
      validation.vehicle, validation.drive,
      validation.between == "hold" ? "held" : "linear in between");
  text += effects_text(validation);
  if (validation.is_observed)
    text += *validation.is_observed ? "windows start from the observed state\n"
                                    : "windows start from the recorded state: the observed state "
                                      "did not help during the calibration\n";
  Table table{{"quantity", "horizon [s]", "windows", "RMS", "mean", "RMS unchanged",
               "mean unchanged", "RMS ratio"},
              {}};
  for (std::size_t q = 0; q < identify::quantities.size(); ++q) {
    if (q == 0 && !validation.has_position) continue;
    for (const identify::HorizonErrors& horizon : validation.horizons) {
      const identify::QuantityErrors& e = horizon.errors[q];
      const identify::Quantity& quantity = identify::quantities[q];
      table.rows.push_back({fmt::format("{} [{}]", quantity.name, quantity.unit),
                            fmt::format("{:.4g}", horizon.horizon_s),
                            fmt::format("{}", horizon.windows - horizon.lost), significant(e.rms),
                            significant(e.mean), significant(e.unchanged_rms),
                            significant(e.unchanged_mean), fraction_text(e)});
    }
  }
  text += table_text(table, table_width());
  for (const identify::HorizonErrors& horizon : validation.horizons) {
    if (horizon.lost > 0)
      text += fmt::format("{} of {} of {:.4g} s diverged, and {} not count\n", horizon.lost,
                          counted(horizon.windows, "window"), horizon.horizon_s,
                          verb(horizon.lost, "does", "do"));
  }
  return text + coverage_text(validation);
}

Json json_of(const identify::Coverage& coverage) {
  Json fractions = Json::array();
  for (std::size_t b = 0; b < identify::bands.size(); ++b) {
    const identify::BandFraction& band = coverage.inside[b];
    fractions.add(Json::object()
                      .set("band", Json::number(identify::bands[b]))
                      .set("fraction", Json::number(band.fraction))
                      .set("low", Json::number(band.interval.low))
                      .set("high", Json::number(band.interval.high)));
  }
  return Json::object()
      .set("quantity", Json::text(identify::quantities[coverage.quantity].name))
      .set("asked_s", Json::number(coverage.asked_s))
      .set("horizon_s", Json::number(coverage.horizon_s))
      .set("windows", Json::number(coverage.windows))
      .set("blocks", Json::number(coverage.blocks))
      .set("inside", std::move(fractions))
      .set("verdict", Json::text(coverage.verdict()));
}

Json json_of(const identify::HorizonErrors& horizon, bool has_position) {
  Json errors = Json::object();
  for (std::size_t q = has_position ? 0 : 1; q < identify::quantities.size(); ++q) {
    const identify::QuantityErrors& e = horizon.errors[q];
    errors.set(identify::quantities[q].name,
               Json::object()
                   .set("unit", Json::text(identify::quantities[q].unit))
                   .set("rms", Json::number(e.rms))
                   .set("mean", Json::number(e.mean))
                   .set("unchanged_rms", Json::number(e.unchanged_rms))
                   .set("unchanged_mean", Json::number(e.unchanged_mean)));
  }
  return Json::object()
      .set("asked_s", Json::number(horizon.asked_s))
      .set("horizon_s", Json::number(horizon.horizon_s))
      .set("windows", Json::number(horizon.windows))
      .set("lost", Json::number(horizon.lost))
      .set("errors", std::move(errors));
}

std::string json_of(const Validation& validation, const Remarks& remarks) {
  Json horizons = Json::array();
  for (const identify::HorizonErrors& h : validation.horizons)
    horizons.add(json_of(h, validation.has_position));
  const auto three = [](const std::array<double, 3>& values) {
    Json list = Json::array();
    for (const double x : values) list.add(Json::number(x));
    return list;
  };
  const identify::LogErrors &mean = validation.effects.mean, &sd = validation.effects.sd;
  Json out = Json::object();
  out.set("vehicle", Json::text(validation.vehicle))
      .set("log", Json::text(validation.log))
      .set("drive", Json::text(validation.drive))
      .set("between", Json::text(validation.between))
      .set("rows", Json::number(validation.rows))
      .set("period_s", Json::number(validation.period_s))
      .set("from_s", Json::number(validation.from_s))
      .set("to_s", Json::number(validation.to_s))
      .set("delay_s", Json::number(mean.delay_s))
      .set("delay_standard_error_s", Json::number(sd.delay_s))
      .set("acceleration_m_s2", three(mean.acceleration_m_s2))
      .set("acceleration_standard_error_m_s2", three(sd.acceleration_m_s2))
      .set("angular_acceleration_rad_s2", three(mean.angular_acceleration_rad_s2))
      .set("angular_acceleration_standard_error_rad_s2", three(sd.angular_acceleration_rad_s2))
      .set("observed", Json::boolean(validation.is_observed.value_or(false)))
      .set("horizons", std::move(horizons));
  if (!validation.coverage.empty()) {
    Json coverage = Json::array();
    for (const identify::Coverage& c : validation.coverage) coverage.add(json_of(c));
    out.set("coverage", std::move(coverage));
  }
  out.set("warnings", Json::texts(remarks.warnings())).set("notes", Json::texts(remarks.notes()));
  return out.print() + "\n";
}

Options options_of(ValidateRequest& request) {
  const Options all = {
      Option{"scenario", &request.scenario, "Scenario or vehicle file", "FILE.toml"}.required(),
      Option{"log", &request.file, log_formats, "FILE"}.required(),
  };
  const Options horizons = {
      {"--errors", &request.errors,
       "Error file of `fit --errors`: applies the mean delay, bias and constant accelerations of "
       "its flights. Prints how often the log lies within the bands of drawn vehicles, flights and "
       "errors",
       "FILE.toml"},
      {"--calibrate", &request.calibrate,
       "From the first X seconds, estimate what belongs to this flight. It is the delay of the "
       "rotor record, and constant accelerations that the rotors do not explain (trim, a shifted "
       "centre of mass). Windows begin after them",
       "X"},
      {"--observe", &request.observe,
       "With --calibrate: start windows from a filtered state, which corrects errors of the "
       "recorded state and includes lasting accelerations"},
      {"--horizon", &request.horizons, "Window lengths, in s; default: 0.1 0.25 0.5", "X"}};
  const Options own = {
      set_option(request.overrides, "Override a key, e.g. --set vehicle.mass_kg=1.2 (repeatable)"),
      {"-j,--threads", &request.threads,
       "Number of threads; default: all processors that this process may use", "N"},
      {"--json", &request.json, "Print JSON"},
  };
  return joined({all, request.log.options(), horizons, request.flight.options(), own});
}

}  // namespace

Command validate_command() {
  auto request = std::make_shared<ValidateRequest>();
  return {
      .name = "validate",
      .doc =
          "Validate a vehicle model against a flight log: fly the recorded flight again, and "
          "report the errors",
      .options = options_of(*request),
      .footer =
          "Examples:\n"
          "  montecopter validate x500.toml flight.ulg\n"
          "  montecopter validate quad.toml flight.csv --columns columns.toml --horizon 0.1 0.5\n"
          "  montecopter validate fitted.toml other.ulg --errors errors.toml\n"
          "  montecopter validate fitted.toml other.ulg --calibrate 5\n"
          "  montecopter validate quad.toml flight.ulg --drive command --from 5 --to 60 --json",
      .run =
          [request] {
            Remarks remarks = remarks_on_stderr();
            const Validation validation = validate(*request, remarks);
            answer(request->json ? json_of(validation, remarks) : text_of(validation));
            return ExitCode::ok;
          },
      .former_name = "judge",
      .when_missing = " To check a scenario without a log, use `montecopter check`.",
  };
}

}  // namespace montecopter::cli
