/// montecopter import: converts files of other programs to tables of a scenario.

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <cmath>
#include <filesystem>
#include <memory>
#include <optional>
#include <utility>
#include <variant>

#include "commands.hpp"
#include "core/base/text.hpp"
#include "import_log.hpp"
#include "import_notes.hpp"
#include "options.hpp"
#include "output_file.hpp"
#include "results/report/fit.hpp"
#include "scenario/load.hpp"
#include "scenario/loaded_vehicle.hpp"
#include "scenario/text/document.hpp"
#include "streams.hpp"
#include "vehicle/import/kinds.hpp"

namespace montecopter::cli {
namespace {

namespace fs = std::filesystem;

struct Request {
  std::string kind, file;
  std::optional<std::string> output, vehicle, mass, inertia, motor_lag, gyro_rate, only, plot,
      propeller, density;
  LogOptions log;
  std::optional<std::string> rate;
  bool robust = false, json = false, force = false;
};

/// The kind that becomes a result file, not text.
constexpr const char* log_kind = "log";

constexpr double most_kg = 1e4, most_kg_m2 = 1e5;
constexpr double least_lag_s = 1e-4, most_lag_s = 10;
constexpr double most_density = 100;  // kg/m3
constexpr double least_gyro_hz = 100, most_gyro_hz = 64000;

std::vector<std::string> kind_names() {
  std::vector<std::string> names;
  for (const ImportKind& kind : import_kinds) names.emplace_back(kind.name);
  names.emplace_back(log_kind);
  return names;
}

[[noreturn]] void throw_unknown_kind(const std::string& what, const std::string& kind) {
  const auto near = near_name(kind, kind_names());
  throw Error(ExitCode::usage, Problem{"kind", what, "",
                                       fmt::format("{}The kinds are {}",
                                                   near ? "Did you mean '" + *near + "'? " : "",
                                                   join(kind_names()))});
}

const ImportKind& kind_of(const Request& request) {
  const auto* at = std::find_if(import_kinds.begin(), import_kinds.end(),
                                [&](const ImportKind& kind) { return kind.name == request.kind; });
  if (at != import_kinds.end()) return *at;
  throw_unknown_kind(fmt::format("'{}' is not a kind of file that can be imported", request.kind),
                     request.kind);
}

std::array<double, 3> inertia_of(const std::string& text) {
  std::array<double, 3> inertia{};
  std::string_view left = text;
  for (std::size_t k = 0; k < 3; ++k) {
    const std::size_t comma = k < 2 ? left.find(',') : left.size();
    const auto value =
        comma == std::string_view::npos ? std::nullopt : parse_double(left.substr(0, comma));
    if (!value || !(*value > 0 && *value <= most_kg_m2)) {
      throw Error(ExitCode::usage,
                  Problem{"--inertia", fmt::format("'{}' is not three numbers above 0", text), "",
                          "Write it like --inertia 0.029,0.029,0.055 (xx, yy, zz in kg m2)"});
    }
    inertia[k] = *value;
    left.remove_prefix(std::min(comma + 1, left.size()));
  }
  return inertia;
}

double lag_of(const std::string& text) {
  const double lag_s = non_negative_number("--motor-lag", text);
  if (lag_s == 0 || (lag_s >= least_lag_s && lag_s <= most_lag_s)) return lag_s;
  throw Error(ExitCode::usage,
              Problem{"--motor-lag", fmt::format("'{}' is neither 0 nor between {} and {} s", text,
                                                 least_lag_s, most_lag_s)});
}

double gyro_rate_of(const std::string& text) {
  const double hz = positive_number("--gyro-rate", text, most_gyro_hz);
  if (hz >= least_gyro_hz && hz == std::floor(hz)) return hz;
  throw Error(ExitCode::usage,
              Problem{"--gyro-rate", fmt::format("'{}' is not a whole number between {} and {} Hz",
                                                 text, least_gyro_hz, most_gyro_hz)});
}

Multirotor multirotor_of(const std::string& path) {
  const LoadedVehicle loaded = load_vehicle(path);
  for (const Problem& warning : loaded.warnings) remark(warning.text() + "\n");
  if (const auto* multirotor = std::get_if<Multirotor>(&loaded.vehicle)) return *multirotor;
  throw Error(ExitCode::usage,
              Problem{path, "this is not a multirotor", "", "Give a multirotor with --vehicle"});
}

std::string text_of(const std::string& path) {
  std::string why;
  const bool is_standard = path == standard_input;
  const auto text = is_standard ? read_text_of_standard_input(why) : read_text_file(path, why);
  if (text) return *text;
  throw Error(ExitCode::usage, Problem{is_standard ? std::string(standard_input_name) : path,
                                       "cannot read it", why, ""});
}

ImportRequest with_options(const Request& request) {
  ImportRequest with;
  with.file = request.file;
  if (request.mass) with.mass_kg = positive_number("--mass", *request.mass, most_kg);
  if (request.inertia) with.inertia_kg_m2 = inertia_of(*request.inertia);
  if (request.motor_lag) with.motor_lag_s = lag_of(*request.motor_lag);
  with.propeller = request.propeller;
  if (request.density)
    with.air_density_kg_m3 = positive_number("--air-density", *request.density, most_density);
  if (request.gyro_rate) with.gyro_rate_hz = gyro_rate_of(*request.gyro_rate);
  if (request.only && *request.only != "vehicle" && *request.only != "controller") {
    throw Error(
        ExitCode::usage,
        Problem{"--only", fmt::format("'{}' is neither vehicle nor controller", *request.only)});
  }
  with.wants_vehicle = request.only != "controller";
  with.wants_controller = request.only != "vehicle";
  with.is_robust = request.robust;
  if (request.force && !request.output && !request.plot) {
    throw Error(ExitCode::usage, Problem{"--force", "needs --output or --plot"});
  }
  return with;
}

/// The name of a file without its extension; other characters than letters, digits and _ become -.
std::string scenario_name(const Request& request) {
  std::string name = fs::path(request.output.value_or(request.file)).stem().string();
  for (char& c : name) {
    if (std::isalnum(static_cast<unsigned char>(c)) == 0 && c != '_') c = '-';
  }
  return name.empty() ? "imported" : name;
}

/// The path of the vehicle file, if there is one, relative to a folder.
std::string vehicle_from(const fs::path& folder, const Request& request) {
  if (!request.vehicle) return "";
  const fs::path file = fs::absolute(*request.vehicle).lexically_normal();
  return file.lexically_relative(fs::absolute(folder).lexically_normal()).string();
}

std::string scenario_that_loads(const ImportResult& made, const Request& request) {
  const std::string name = scenario_name(request);
  require_loads(scenario_of(made, name, request.vehicle.value_or("")), request.file);
  const fs::path folder = fs::path(request.output.value_or("")).parent_path();
  return scenario_of(made, name, vehicle_from(folder.empty() ? "." : folder, request));
}

void require_made(bool made, const Request& request, const char* what) {
  if (made) return;
  throw Error(ExitCode::usage, Problem{request.file, fmt::format("the file gives no {}", what), "",
                                       "Leave out --only"});
}

std::string asked_text(const ImportResult& made, const Request& request) {
  std::string scenario = made.flight.empty() ? "" : scenario_that_loads(made, request);
  if (request.only == "vehicle" || (!request.only && made.flight.empty())) {
    require_made(!made.vehicle.empty(), request, "vehicle");
    return made.vehicle;
  }
  if (request.only == "controller") {
    require_made(!made.controller.empty(), request, "controller");
    return made.controller;
  }
  return scenario;
}

void require_two_outputs(const Request& request) {
  if (!request.output || !request.plot || !is_one_file(*request.output, *request.plot)) return;
  throw Error(ExitCode::usage,
              Problem{"--plot", fmt::format("'{}' is also the file of --output", *request.plot), "",
                      "Give two names"});
}

/// A file that is written if it was requested. Both files are complete before one gets its name.
class ImportOutput {
 public:
  ImportOutput(const std::optional<std::string>& path, const Request& request) {
    if (!path) return;
    file_.emplace(*path, request.force);
  }
  void store(const std::string& text) {
    if (!file_) return;
    file_->add(text);
    file_->store();
  }
  void finish() {
    if (file_) file_->finish();
  }

 private:
  std::optional<OutputFile> file_;
};

/// Error(usage) for options of fits or of a gyroscope with a kind that has none.
void require_fits(const ImportKind& kind, const Request& request) {
  if (request.gyro_rate && kind.name != BetaflightDiff::name) {
    throw Error(ExitCode::usage,
                Problem{"--gyro-rate", fmt::format("it applies only to {}", BetaflightDiff::name),
                        "", "Leave it out"});
  }
  if (kind.fits_laws) return;
  const char* option = request.plot        ? "--plot"
                       : request.robust    ? "--robust"
                       : request.propeller ? "--propeller"
                       : request.density   ? "--air-density"
                                           : nullptr;
  if (option == nullptr) return;
  throw Error(ExitCode::usage,
              Problem{option, "nothing is fitted to a file of this kind", "", "Leave it out"});
}

/// Figure of the fitted curves.
std::string picture_of(const ImportResult& made, const Request& request) {
  if (!request.plot) return "";
  std::vector<report::DrawnFit> drawn;
  for (const FittedCurve& fit : made.fits) {
    drawn.push_back({fit.name, fit.x_label, fit.y_label, fit.x, fit.measured, fit.law, fit.weights,
                     fit.rms_percent, fit.most_percent});
  }
  return report::fit_picture(request.file, drawn);
}

std::string made_words(const Request& request, const ImportResult& made) {
  if (request.only) return "the " + *request.only;
  if (!made.flight.empty()) return "a scenario";
  return request.vehicle ? "a vehicle" : "tables for a vehicle";
}

/// Error(usage) for options of vehicles with a log, and for options of logs with any other kind.
void require_options_of(bool is_log, const Request& request) {
  const auto refuse_option = [&](bool is_given, const char* option) {
    if (!is_given) return;
    throw Error(ExitCode::usage,
                Problem{option,
                        fmt::format("does not apply to {}",
                                    is_log ? "a log" : "this kind of file, only to `import log`"),
                        "", "Leave it out"});
  };
  refuse_option(!is_log && request.log.columns, "--columns");
  refuse_option(!is_log && request.log.part, "--part");
  refuse_option(!is_log && !request.log.instances.empty(), "--instance");
  refuse_option(!is_log && request.rate, "--rate");
  refuse_option(is_log && request.vehicle, "--vehicle");
  refuse_option(is_log && request.mass, "--mass");
  refuse_option(is_log && request.inertia, "--inertia");
  refuse_option(is_log && request.motor_lag, "--motor-lag");
  refuse_option(is_log && request.gyro_rate, "--gyro-rate");
  refuse_option(is_log && request.only, "--only");
  refuse_option(is_log && request.robust, "--robust");
  refuse_option(is_log && request.plot, "--plot");
  refuse_option(is_log && request.propeller, "--propeller");
  refuse_option(is_log && request.density, "--air-density");
}

ExitCode run_import_log(const Request& request) {
  require_options_of(true, request);
  if (request.file == standard_input) {
    throw Error(ExitCode::usage, Problem{"-", "a log is read from a file, not from standard input",
                                         "", "Give its name"});
  }
  if (!request.output) {
    throw Error(ExitCode::usage,
                Problem{"--output", "it is missing", "",
                        "A log becomes a result file, which cannot be printed: give -o FILE.h5"});
  }
  return import_log({.file = request.file,
                     .output = *request.output,
                     .log = request.log,
                     .rate = request.rate,
                     .force = request.force,
                     .json = request.json});
}

/// Handles `import LOG -o FILE.h5`: a single word that is not a kind is the log.
Request with_kind(Request request) {
  if (!request.file.empty()) return request;
  const auto names = kind_names();
  if (std::find(names.begin(), names.end(), request.kind) != names.end()) {
    throw Error(ExitCode::usage,
                Problem{"file", "it is missing", "",
                        fmt::format("Write: montecopter import {} FILE", request.kind)});
  }
  std::error_code none;
  const bool looks_like_file = request.kind.find_first_of("./") != std::string::npos;
  const bool is_near = near_name(request.kind, names).has_value();
  if (!fs::exists(request.kind, none) && (is_near || !looks_like_file)) {
    throw_unknown_kind(fmt::format("'{}' is neither a kind of import nor a file", request.kind),
                       request.kind);
  }
  request.file = std::exchange(request.kind, log_kind);
  return request;
}

ExitCode run_import(const Request& given) {
  Request request = with_kind(given);
  if (request.kind == log_kind) return run_import_log(request);
  const ImportKind& kind = kind_of(request);
  require_options_of(false, request);
  require_fits(kind, request);
  require_two_outputs(request);
  ImportRequest with = with_options(request);
  with.text = text_of(request.file);
  if (request.file == standard_input) with.file = request.file = standard_input_name;
  if (request.vehicle) {
    with.vehicle = multirotor_of(*request.vehicle);
    with.vehicle_name = fs::path(*request.vehicle).filename().string();
  }
  ImportResult made = kind.read(with);
  made.file = request.file, made.kind = kind.name;
  const std::string text = asked_text(made, request);
  const std::string picture = picture_of(made, request);
  ImportOutput drawn(request.plot, request), written(request.output, request);
  drawn.store(picture), written.store(text);
  drawn.finish(), written.finish();
  remark(import_notes(made, request.file));
  if (request.json) {
    answer(import_json(made, request.kind, text, request.output.value_or("")));
  } else if (request.output) {
    answer(
        fmt::format("{}: {} from {}\n", *request.output, made_words(request, made), request.file));
  } else {
    answer(text);
  }
  return ExitCode::ok;
}

}  // namespace

Command import_command() {
  auto request = std::make_shared<Request>();
  return {
      .name = "import",
      .doc = "Convert files of other programs to a vehicle, a controller or a result",
      .options =
          {
              Option{"kind", &request->kind, "Kind of the file",
                     fmt::format("{}", fmt::join(kind_names(), "|"))}
                  .required(),
              {"file", &request->file, "File to read", "FILE"},
              {"-o,--output", &request->output,
               "File to write; default: stdout. A log needs the name of a result file", "FILE"},
              {"--vehicle", &request->vehicle,
               "Vehicle file that supplies missing values: mass, inertia, motors, rotors",
               "FILE.toml"},
              {"--mass", &request->mass, "Mass of the whole vehicle in kg", "X"},
              {"--inertia", &request->inertia, "Inertia about the body axes in kg m2", "XX,YY,ZZ"},
              {"--motor-lag", &request->motor_lag, "Time constant of the motors in s", "X"},
              {"--gyro-rate", &request->gyro_rate,
               "For Betaflight settings: rate of the gyroscope in Hz; default: 8000", "HZ"},
              {"--only", &request->only,
               "Write only the vehicle or only the controller, as a file to include",
               "vehicle|controller"},
              {"--robust", &request->robust,
               "For bench tables: ignore rows far from the fitted law"},
              {"--propeller", &request->propeller,
               "For bench tables: diameter by pitch of the propeller in inches, for a law that "
               "also "
               "holds away from hover",
               "14x4.8"},
              {"--air-density", &request->density,
               "For bench tables: density of the air of the measurement in kg/m3", "X"},
              {"--plot", &request->plot, "Draw measurements and fitted laws", "FILE.svg"},
              {"--columns", &request->log.columns, "For a CSV log: file that describes its columns",
               "FILE.toml"},
              {"--part", &request->log.part,
               "For a file with several logs: number of the log, from 1", "N"},
              {"--instance", &request->log.instances,
               "For a log with several sensors of a kind: number of the sensor; default: 0",
               "TOPIC=N"},
              {"--rate", &request->rate,
               "For a log: rate in Hz at which its signals are stored; default: the rate of the "
               "fastest signal",
               "HZ"},
              {"--force", &request->force, "Replace output files that exist"},
              {"--json", &request->json,
               "Print JSON: the result, assumptions, and all settings that were not imported"},
          },
      .footer =
          "Examples:\n"
          "  montecopter import px4-params x500.params --mass 2.06 --inertia 0.022,0.022,0.04 -o "
          "x500.toml\n"
          "  montecopter import px4-params x500.params --vehicle x500.toml --only controller\n"
          "  montecopter import bench-table motor.csv --vehicle f450.toml --plot motor.svg -o "
          "mine.toml\n"
          "  montecopter import bench-table motor.csv --propeller 14x4.8 --air-density 1.19 -o "
          "rotor.toml\n"
          "  montecopter import betaflight-diff diff.txt --vehicle quad.toml -o rates.toml\n"
          "  montecopter import response-surface terms.csv -o surface.toml\n"
          "  montecopter import log flight.ulg -o flight.h5\n"
          "  montecopter import log flight.csv --columns columns.toml --rate 100 -o flight.h5",
      .run = [request] { return run_import(*request); },
  };
}

}  // namespace montecopter::cli
