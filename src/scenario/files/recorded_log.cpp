#include "scenario/files/recorded_log.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <span>

#include "core/base/sha256.hpp"
#include "core/base/text.hpp"
#include "core/logs/read_log.hpp"
#include "core/numerics/degrees.hpp"
#include "dynamics/trajectories/trajectory.hpp"
#include "scenario/files/log_stretch.hpp"
#include "scenario/text/document.hpp"

namespace montecopter {
namespace {

const std::string log_path = "recorded.log";

/// A choice for reading a log: as the command-line option in messages of the log readers, and as
/// the key here.
struct LocalMeaning {
  std::string_view option, here;
};
constexpr LocalMeaning said_here[] = {
    {"--instance sensor_accel=1", "\"sensor_accel=1\""},
    {"--instance", "recorded.instances"},
    {"--columns FILE.toml", "recorded.columns"},
    {"--columns", "recorded.columns"},
    {"--part", "recorded.part"},
};

/// Error of a log, and the key at fault.
struct Fault {
  std::string path, why;
};

/// Message of an Error about the log, or about the file of its columns, without the name of the
/// log, which the report adds.
Fault fault_of(const Error& error, const std::string& log) {
  constexpr std::string_view mark = "error: ";
  std::string text = error.what();
  const std::size_t at = text.find(mark);
  if (at != std::string::npos) text.erase(at, mark.size());
  if (text.starts_with(log + ": ")) text.erase(0, log.size() + 2);
  if (text.ends_with(".")) text.pop_back();
  for (const auto& [option, here] : said_here) {
    for (std::size_t i = text.find(option); i != std::string::npos; i = text.find(option, i)) {
      text.replace(i, option.size(), here);
    }
  }
  for (const auto& [option, here] : said_here) {
    if (!text.starts_with(std::string(here) + ": ")) continue;
    return {std::string(here), text.substr(here.size() + 2)};
  }
  return {log_path, text};
}

/// End of the flight; infinity if the scenario does not give it, which is reported elsewhere.
double end_of(const Scenario& scenario) {
  const Simulation& simulation = scenario.simulation;
  if (simulation.duration_s) return *simulation.duration_s;
  const Integrator& integrator = scenario.integrator;
  const auto steps = static_cast<double>(simulation.steps.value_or(0));
  if (steps > 0 && integrator.step_s) return steps * *integrator.step_s;
  if (steps > 0 && integrator.rate_hz) return steps * integrator.rate_hz->period_s();
  return std::numeric_limits<double>::infinity();
}

/// Rows of a signal in a stretch, in the log's time, without incomplete rows.
RecordedRows rows_of(const logs::RecordedSignal& signal, const LogStretch& stretch = {}) {
  RecordedRows rows;
  const std::size_t width = signal.width();
  const double from_s = stretch.from_s(signal);
  for (std::size_t i = 0; i < signal.time_s.size(); ++i) {
    if (signal.time_s[i] < from_s || signal.time_s[i] >= stretch.before_s()) continue;
    const double* values = &signal.values[i * width];
    if (!std::all_of(values, values + width, [](double x) { return std::isfinite(x); })) continue;
    std::vector<double> row = {signal.time_s[i]};
    row.insert(row.end(), values, values + width);
    rows.push_back(std::move(row));
  }
  return rows;
}

/// Rows from the last one at or before t = 0 to the first one at or after the end, in the flight's
/// time, rounded.
RecordedRows part_of(const RecordedRows& rows, double from_s, double end_s) {
  RecordedRows part;
  for (const std::vector<double>& row : rows) {
    const double time_s = std::round((row[0] - from_s) / recorded_rounding_s) / 1e9;
    if (time_s <= 0) part.clear();
    if (!part.empty() && part.back()[0] >= end_s) break;
    if (!part.empty() && part.back()[0] >= time_s) continue;
    part.push_back(row);
    part.back()[0] = time_s;
  }
  return part;
}

double heading_deg(const double* q) {
  return atan2_degrees(2.0 * (q[0] * q[3] + q[1] * q[2]), 1.0 - 2.0 * (q[2] * q[2] + q[3] * q[3]));
}

class RecordedLogReader {
 public:
  RecordedLogReader(Scenario& scenario, const std::string& base_dir, Report& report)
      : scenario_(scenario), recorded_(*scenario.recorded), base_dir_(base_dir), report_(report) {}

  void read() {
    refuse_tables();
    const std::string file = path_named_at(log_path, recorded_.log, base_dir_, report_);
    std::string about = log_path;  // the key at fault if the error does not name it
    try {
      const std::string bytes = logs::read_log_file(file);
      if (!is_expected(bytes)) return;
      about = "recorded.columns";
      const logs::LogChoice chosen = choice();
      about = log_path;
      flight_ = logs::read_log_bytes(bytes, file, chosen);
    } catch (const Error& error) {
      const Fault fault = fault_of(error, file);
      report_.error(fault.path == log_path ? about : fault.path,
                    fmt::format("cannot use the log '{}'", recorded_.log), fault.why);
      return;
    }
    if (!take_tables()) return;
    if (recorded_.sets_initial) take_initial();
    if (way() != nullptr && way()->rows.empty()) take_way(*way());
    recorded_.log.clear(), recorded_.columns.clear(), recorded_.instances.clear();
    recorded_.part.reset(), recorded_.from_s.reset();
  }

 private:
  /// The trajectory that follows the log; none if another one is flown beside it.
  RecordedTrajectory* way() {
    return scenario_.trajectory ? std::get_if<RecordedTrajectory>(&*scenario_.trajectory) : nullptr;
  }

  void refuse_tables() {
    const auto refuse = [&](const std::string& path) {
      if (!report_.is_written(path)) return;
      report_.error(path, fmt::format("both recorded.log and {} are given", path),
                    "the log holds the rows", "Remove one of them");
    };
    for (const RecordedQuantity& quantity : recorded_quantities) {
      refuse(fmt::format("recorded.{}", quantity.name));
    }
    if (way() != nullptr) refuse("trajectory.rows");
  }

  logs::LogChoice choice() const {
    logs::LogChoice chosen;
    if (!recorded_.columns.empty()) {
      chosen.columns = logs::load_columns(
          path_named_at("recorded.columns", recorded_.columns, base_dir_, report_));
    }
    chosen.part = recorded_.part;
    chosen.instances = logs::Instances(recorded_.instances);
    return chosen;
  }

  bool is_expected(const std::string& bytes) {
    Sha256 hash;
    hash.add(std::as_bytes(std::span(bytes)));
    const std::string found = hex(hash.digest());
    if (recorded_.sha256 && *recorded_.sha256 != found) {
      report_.error("recorded.sha256",
                    fmt::format("the log '{}' has a different SHA-256", recorded_.log),
                    "it is " + found, "Use the log that the scenario means, or remove sha256");
      return false;
    }
    recorded_.sha256 = found;
    return true;
  }

  /// The first time at which all signals have begun.
  double first_time() const {
    double first_s = -std::numeric_limits<double>::infinity();
    for (const RecordedQuantity& quantity : recorded_quantities) {
      const auto* signal = flight_.find(std::string(quantity.name));
      if (signal == nullptr) continue;
      const RecordedRows rows = rows_of(*signal);
      if (!rows.empty()) first_s = std::max(first_s, rows.front()[0]);
    }
    return first_s;
  }

  /// Times at which a flight may begin, for a wrong `recorded.from_s`.
  std::string times_text() const {
    double last_s = -std::numeric_limits<double>::infinity();
    for (const RecordedQuantity& quantity : recorded_quantities) {
      const auto* signal = flight_.find(std::string(quantity.name));
      if (signal == nullptr) continue;
      const RecordedRows rows = rows_of(*signal);
      if (!rows.empty()) last_s = std::max(last_s, rows.back()[0]);
    }
    const double first_s = first_time();
    if (!std::isfinite(first_s)) return "";
    return fmt::format("its states are from {:.6g} to {:.6g} s, and t = 0 is at {:.6g} s", first_s,
                       last_s, from_s_);
  }

  /// The stretch at a time, from the signals that are read here.
  LogStretch stretch_at(double time_s) {
    std::vector<std::string> names = {"attitude_reference"};
    for (const RecordedQuantity& quantity : recorded_quantities) names.emplace_back(quantity.name);
    if (way() != nullptr) names.push_back(way()->follow);
    std::vector<const logs::RecordedSignal*> signals;
    for (const std::string& name : names) {
      const auto* signal = flight_.find(name);
      if (signal != nullptr) signals.push_back(signal);
    }
    return {signals, time_s};
  }

  bool take_tables() {
    from_s_ = recorded_.from_s.value_or(first_time());
    end_s_ = end_of(scenario_);
    stretch_ = stretch_at(from_s_);
    bool any = false;
    for (const RecordedQuantity& quantity : recorded_quantities) {
      const auto* signal = flight_.find(std::string(quantity.name));
      if (signal == nullptr) continue;
      RecordedRows& rows = recorded_.*quantity.rows;
      rows = part_of(rows_of(*signal, stretch_), from_s_, end_s_);
      if (rows.size() < 2 || rows.front()[0] > end_s_ || rows.back()[0] < 0) rows.clear();
      any = any || !rows.empty();
    }
    if (any) {
      warn_of_rest();
      return true;
    }
    const bool is_placed = recorded_.from_s.has_value();
    report_.error(is_placed ? "recorded.from_s" : log_path,
                  "the log has no position, velocity, attitude or body_rate during the flight",
                  is_placed ? times_text() : "",
                  "`montecopter log` lists its signals and their times");
    return false;
  }

  /// Warns of the parts of the flight before the first row and after the last, which are not
  /// compared.
  void warn_of_rest() {
    double first_s = end_s_, last_s = 0;
    for (const RecordedQuantity& quantity : recorded_quantities) {
      const RecordedRows& rows = recorded_.*quantity.rows;
      if (rows.empty()) continue;
      first_s = std::min(first_s, std::max(0.0, rows.front()[0]));
      last_s = std::max(last_s, std::min(end_s_, rows.back()[0]));
    }
    constexpr double resolution_s = 1e-6;  // of the times of logs
    if (!std::isfinite(end_s_) || last_s - first_s >= end_s_ - resolution_s) return;
    report_.warning(
        recorded_.from_s ? "recorded.from_s" : log_path,
        fmt::format("the log covers {:.6g} of {:.6g} s, from {:.6g} to {:.6g} s", last_s - first_s,
                    end_s_, first_s, last_s),
        set_back() + (way() != nullptr ? "the rest is not compared, and the last set-point is held"
                                       : "the rest is not compared"),
        "Choose another recorded.from_s or simulation.duration_s");
  }

  /// Note that the clock of the log is set back during the flight, and that rows are not joined
  /// there; "": it is not.
  std::string set_back() const {
    if (stretch_.before_s() >= from_s_ + end_s_) return "";
    return fmt::format("its clock was set back before {:.6g} s, and later data are not used; ",
                       stretch_.before_s());
  }

  template <std::size_t n>
  void take_start(const char* key, const char* other_unit, const RecordedQuantity& quantity,
                  std::array<double, n>& out) {
    const std::string path = std::string("simulation.initial.") + key;
    if (report_.is_written(path)) return;
    if (*other_unit != '\0' &&
        report_.is_written(std::string("simulation.initial.") + other_unit)) {
      return;
    }
    const RecordedRows& rows = recorded_.*quantity.rows;
    if (!rows.empty() && RecordedCourse(rows).at(0, out.data())) return;
    const bool is_there = flight_.find(std::string(quantity.name)) != nullptr;
    const std::string what =
        is_there ? fmt::format("the log has no {} at {:.6g} s, where the flight starts",
                               quantity.name, from_s_)
                 : fmt::format("the log has no {} to start from", quantity.name);
    if (is_there) {
      report_.error(log_path, what, "a flight starts from the state of the log",
                    fmt::format("Choose another recorded.from_s, or give {}", path));
    } else {
      report_.warning(log_path, what, "the flight starts with the value of [simulation.initial]",
                      fmt::format("Give {}", path));
    }
  }

  void take_initial() {
    InitialState& initial = scenario_.simulation.initial;
    take_start("position_m", "", recorded_quantities[recorded_index("position")],
               initial.position_m);
    take_start("velocity_m_s", "", recorded_quantities[recorded_index("velocity")],
               initial.velocity_m_s);
    take_start("attitude", "", recorded_quantities[recorded_index("attitude")], initial.attitude);
    take_start("body_rate_rad_s", "body_rate_deg_s",
               recorded_quantities[recorded_index("body_rate")], initial.body_rate_rad_s);
  }

  /// Recorded set-points or the flown path as a trajectory, with the heading if attitudes are
  /// recorded.
  void take_way(RecordedTrajectory& way) {
    if (!report_.clean("trajectory.follow")) return;
    const auto* signal = flight_.find(way.follow);
    RecordedRows rows = signal == nullptr ? RecordedRows{} : rows_of(*signal, stretch_);
    rows = part_of(rows, from_s_, end_s_);
    if (rows.empty()) {
      report_.error("trajectory", fmt::format("the log has no {} to follow", way.follow),
                    "only position set-points can be followed: attitude and rate set-points need a "
                    "thrust in newtons, which logs do not have",
                    way.follow == "position" ? "" : "Use trajectory.follow = \"position\"");
      return;
    }
    begin_at_zero(rows, way.between == "hold");
    add_headings(rows);
    way.rows = std::move(rows);
  }

  /// State at t = 0: interpolated from the last row before it, or the first row after it.
  static void begin_at_zero(RecordedRows& rows, bool is_held) {
    std::vector<double>& first = rows.front();
    if (first[0] < 0 && !is_held && rows.size() > 1) {
      const std::vector<double>& next = rows[1];
      const double share = -first[0] / (next[0] - first[0]);
      for (std::size_t k = 1; k < first.size(); ++k) {
        first[k] = std::fma(share, next[k] - first[k], first[k]);
      }
    }
    first[0] = 0;
  }

  void add_headings(RecordedRows& rows) const {
    const auto* signal = flight_.find("attitude_reference");
    if (signal == nullptr) signal = flight_.find("attitude");
    if (signal == nullptr) return;
    const RecordedRows attitudes = rows_of(*signal, stretch_);
    if (attitudes.empty()) return;
    const RecordedCourse course(attitudes);
    std::array<double, 4> q{};
    std::copy_n(attitudes.front().begin() + 1, 4, q.begin());
    for (std::vector<double>& row : rows) {
      (void)course.at(row[0] + from_s_, q.data());  // in gaps the last one stays
      row.push_back(heading_deg(q.data()));
    }
  }

  Scenario& scenario_;
  Recorded& recorded_;
  const std::string& base_dir_;
  Report& report_;
  logs::RecordedFlight flight_;
  double from_s_ = 0, end_s_ = 0;
  LogStretch stretch_;  ///< stretch of the log that contains the flight
};

}  // namespace

void read_recorded_log(Scenario& scenario, const std::string& base_dir, Report& report) {
  if (!scenario.recorded || !report.clean("recorded")) return;
  if (scenario.recorded->log.empty()) {
    if (report.is_written(log_path))
      report.error(log_path, "the name of the log is empty", "there is no such file",
                   "Give log = \"flight.ulg\", or remove it if you give tables");
    return;
  }
  RecordedLogReader(scenario, base_dir, report).read();
}

}  // namespace montecopter
