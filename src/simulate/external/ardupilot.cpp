#include "simulate/external/ardupilot.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <chrono>
#include <cmath>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <map>
#include <optional>

#include "core/ardupilot/link.hpp"
#include "core/ardupilot/parameter_lines.hpp"
#include "core/ardupilot/state_line.hpp"
#include "core/base/printable.hpp"
#include "core/base/text.hpp"
#include "simulate/external/flight.hpp"
#include "simulate/external/kept_log.hpp"
#include "simulate/external/known_parameters.hpp"
#include "simulate/external/startup_readings.hpp"

namespace montecopter {
namespace {

using ardupilot::Link;
using ardupilot::Reception;
using ardupilot::VehicleState;

static_assert(most_external_range_finders == ardupilot::most_rangefinders);

/// A file of parameter lines for the firmware, removed with this object.
class LinesFile {
 public:
  LinesFile(const std::string& folder, const std::string& lines) {
    static std::atomic<std::uint64_t> next{0};
    path_ = fmt::format("{}/{}.parm", folder, next++);
    std::ofstream file(path_, std::ios::binary);
    if (!(file << lines).flush()) fail_for_want_of("cannot write its parameter file", errno);
  }
  ~LinesFile() {
    std::error_code ignored;
    std::filesystem::remove(path_, ignored);
  }
  LinesFile(const LinesFile&) = delete;
  LinesFile& operator=(const LinesFile&) = delete;

  const std::string& path() const { return path_; }

 private:
  std::string path_;
};

void take_pose(const montecopter_state& from, VehicleState& to) {
  std::copy_n(from.position_m, 3, to.position_m.begin());
  std::copy_n(from.attitude, 4, to.attitude.begin());
}

/// Inertial readings with sensor errors, distances, and the battery.
void take_readings(const ExternalSenses& from, VehicleState& to) {
  std::copy_n(from.body_rate_rad_s, 3, to.gyro_rad_s.begin());
  std::copy_n(from.specific_force_m_s2, 3, to.specific_force_m_s2.begin());
  std::copy_n(from.distance_m, most_external_range_finders, to.distance_m.begin());
  to.voltage_v = from.voltage_v;
  to.current_a = from.current_a;
}

/// One flight of a firmware.
class ArdupilotFlight {
 public:
  ArdupilotFlight(const ExternalArdupilot& firmware, const double* parameters,
                  AnswerTimeLimit* patience)
      : firmware_(firmware),
        patience_(patience),
        link_(Link::take()),
        lines_(firmware.keeper().folder(), firmware.parameter_lines(parameters)),
        command_(firmware.command(link_->instance(), lines_.path())) {
    child_.emplace(*command_, firmware.keeper(), -1);
  }

  void start(const ExternalLane& lane, const montecopter_vehicle& vehicle,
             const montecopter_input& first) {
    spans_.take(vehicle);
    evidence_.take(vehicle, *first.state);
    take_pose(*first.state, rest_);
    next_ = -firmware_.startup_updates();
    // Without a run that can end by it, as in trials, nothing is asked.
    verifies_ = patience_ != nullptr && firmware_.asks_first();
    if (verifies_) {
      std::vector<std::string> names = {simulated_ardupilot_parameter};
      names.insert(names.end(), firmware_.parameters().begin(), firmware_.parameters().end());
      link_->ask_for_parameters(names);
    }
    readings_.emplace(lane, *first.state, vehicle.gravity_m_s2, firmware_.startup_updates());
    begin_to_wait();
  }

  /// Flies one frame before the flight, with the vehicle held at rest at its start. Returns whether
  /// this phase is over.
  bool begin() {
    hear();
    require_multirotor();
    if (next_ == 0) return true;
    take_readings(readings_->before(next_), rest_);
    tell(next_++, rest_);
    return false;
  }

  /// Sends the next update of the flight.
  void update(const montecopter_input& input, ExternalSenses senses) {
    constexpr std::int64_t updates_per_look = 64;  // how often its output is checked
    if (next_ % updates_per_look == 0) child_->shorten_output();
    readings_->complete(next_, senses);
    take_pose(*input.state, told_);
    std::copy_n(input.state->velocity_m_s, 3, told_.velocity_m_s.begin());
    take_readings(senses, told_);
    tell(next_++, told_);
  }

  /// Receives its answer to the update.
  void answer(const montecopter_input& input, double* commands) {
    hear();
    bool is_armed = false;
    for (std::size_t i = 0; i < firmware_.outputs().size(); ++i) {
      const auto output = static_cast<std::size_t>(firmware_.outputs()[i] - 1);
      const std::uint16_t pulse = link_->frame().pulse_us[output];
      const double fraction = firmware_.pulses().fraction(pulse);
      commands[i] = spans_.command(i, fraction);
      // Motors of an armed firmware turn; those of a disarmed one have the lowest pulse.
      is_armed = is_armed || fraction > 0;
    }
    evidence_.add(*input.state, commands, is_armed);
    if (next_ > firmware_.last_update()) require_flight();
  }

  /// Keeps its log. A firmware that works flies on in the last state until it has written it.
  void keep_log(const ExternalLane& lane, bool has_failed) {
    if (!firmware_.keeps_log()) return;
    const double end_s =
        static_cast<double>(next_ + firmware_.startup_updates()) / firmware_.rate_hz();
    const auto fly_on = [&] {
      tell(next_++, told_);
      hear();
    };
    keep_firmware_log(lane, {child_->folder(), ".BIN", end_s, false}, firmware_.rate_hz(),
                      has_failed ? FlyOn{} : fly_on);
  }

 private:
  using Clock = std::chrono::steady_clock;

  /// Answers the last received frame with the state at update n. The firmware's own clock reads one
  /// period at the first update before the flight.
  void tell(std::int64_t n, VehicleState state) {
    const double rate = firmware_.rate_hz();
    state.time_s = static_cast<double>(n + firmware_.startup_updates() + 1) / rate;
    tell_rc(static_cast<double>(n) / rate);
    line_.clear();
    append_state_line(state, line_);
    link_->answer(line_);
    begin_to_wait();
  }

  void begin_to_wait() {
    until_ = Clock::now() + std::chrono::duration<double>(firmware_.timeout_s());
  }

  void tell_rc(double time_s) {
    const std::vector<FirmwareRc>& rows = firmware_.rc();
    for (; rc_ < rows.size() && rows[rc_].time_s <= time_s; ++rc_) {
      link_->tell_rc(rows[rc_].channels);
    }
  }

  /// Waits for the firmware's next frame.
  void hear() {
    AnswerTimeLimit::Wait wait(patience_);
    const std::chrono::duration<double> left = until_ - Clock::now();
    const auto is_alive = [&] {
      Child::shorten_outputs();
      return !wait.is_given_up() && !child_->has_ended();
    };
    switch (link_->listen(left.count(), is_alive)) {
      case Reception::frame:
        return;
      case Reception::silence:
        fail(fmt::format("it sent no frame within {} s{}{}", firmware_.timeout_s(), doubt(),
                         link_->last_fault().empty()
                             ? ""
                             : fmt::format(" (its last datagram: {})", link_->last_fault())));
      case Reception::end:
        fail(child_->how_it_ended(left.count(), wait) +
             (link_->has_heard() ? "" : " before its first frame") + doubt());
      case Reception::skipped:
        fail("its frames skip a number: it took a reply that was not sent");
      case Reception::restarted:
        fail("it restarted");
    }
  }

  /// What to look at where no frame came at all.
  std::string doubt() const {
    return link_->has_heard() ? ""
                              : " (is it ArduPilot for multirotors, built for the board sitl?)";
  }

  /// Keeps the parameters that the firmware has reported. Refuses those that it does not have, if
  /// it has been asked for each three times and has answered for one that it has.
  void require_parameters() const {
    if (!verifies_) return;
    const std::map<std::string, float>& known = link_->parameters();
    if (link_->has_whole_list()) keep_parameters(firmware_.sha256(), {known.begin(), known.end()});
    if (link_->rounds_asked() < 3 || !known.contains(simulated_ardupilot_parameter)) return;
    std::vector<std::string> names;
    for (const auto& [name, value] : known) names.push_back(name);
    for (const std::string& name : firmware_.parameters()) {
      if (known.contains(name)) continue;
      refuse_parameter(firmware_.where(), name, "it reports other parameters, but not this one",
                       near_name(name, names));
    }
  }

  void require_multirotor() const {
    const auto type = link_->vehicle_type();
    if (!type || mavlink::is_multirotor(*type)) return;
    fail(fmt::format("it is not a firmware for multirotors: it says that it is a {}",
                     mavlink::words_of_vehicle_type(*type)));
  }

  /// Fails a flight that did not happen, or not in the modes that were asked for.
  void require_flight() {
    link_->read_console();
    require_parameters();
    const std::string none = evidence_.why_none();
    const std::string refused = link_->texts().find("Mode change to ", "failed");
    if (none.empty() && refused.empty()) return;
    fail(none.empty() ? "it refused a mode" : none);
  }

  [[noreturn]] void fail(std::string why) const {
    if (patience_ == nullptr || !patience_->is_at_end()) require_room(child_->folder(), why);
    constexpr std::size_t most_bytes = 160;
    const std::string said = printable(link_->texts().words(most_bytes));
    if (!said.empty()) why += "; it said: " + said;
    fail_with_output(why, *child_);
  }

  const ExternalArdupilot& firmware_;
  AnswerTimeLimit* patience_;
  std::unique_ptr<Link> link_;
  LinesFile lines_;
  std::unique_ptr<Command> command_;
  std::optional<Child> child_;
  RotorSpans spans_;
  FlightEvidence evidence_;
  VehicleState rest_, told_;  ///< before the flight, and at its last update
  std::optional<StartupReadings> readings_;
  std::int64_t next_ = 0;  ///< update of the flight, negative before it
  std::size_t rc_ = 0;
  bool verifies_ = false;  ///< the names of its parameters
  std::string line_;
  std::chrono::time_point<Clock, std::chrono::duration<double>>
      until_;  ///< latest time of its answer
};

int start_ardupilot(const void* program, const ExternalLane& lane,
                    const montecopter_vehicle& vehicle, const double* parameters,
                    const montecopter_input& first) {
  return guarded<ArdupilotFlight>(lane, [&] {
    flight_in<ArdupilotFlight>(lane) = new ArdupilotFlight(
        *static_cast<const ExternalArdupilot*>(program), parameters, lane.patience);
    flight_in<ArdupilotFlight>(lane)->start(lane, vehicle, first);
  });
}

int begin_ardupilot(const void*, const ExternalLane& lane) { return begun<ArdupilotFlight>(lane); }

int ask_ardupilot(const void*, const ExternalLane& lane, const montecopter_input& input) {
  return guarded<ArdupilotFlight>(
      lane, [&] { flight_in<ArdupilotFlight>(lane)->update(input, *lane.senses); });
}

int update_ardupilot(const void*, const ExternalLane& lane, const montecopter_input& input,
                     double* commands) {
  return guarded<ArdupilotFlight>(
      lane, [&] { flight_in<ArdupilotFlight>(lane)->answer(input, commands); });
}

std::vector<FirmwareRc> rc_of(const ArdupilotController& controller) {
  std::vector<FirmwareRc> all;
  for (const std::vector<double>& row : controller.rc) {
    FirmwareRc& rc = all.emplace_back(FirmwareRc{row.front(), {}});
    for (std::size_t i = 1; i < row.size(); ++i) {
      rc.channels[i - 1] = static_cast<std::uint16_t>(row[i]);
    }
  }
  return all;
}

}  // namespace

ExternalArdupilot::ExternalArdupilot(const ArdupilotController& controller,
                                     const Scenario& scenario, const std::string& where)
    : ExternalFirmware(scenario, controller, where),
      rc_(rc_of(controller)),
      pulses_{1e6 * controller.pulse_low_s, 1e6 * controller.pulse_high_s} {
  for (std::size_t i = words_.size(); i < controller.words.size(); ++i) {
    const std::string& file = controller.words[i].text;
    parameter_files_.push_back(std::filesystem::absolute(file).lexically_normal().string());
  }
  require_runnable(*command(0, ""), where,
                   "Build it for this computer (waf configure --board sitl) and make the file "
                   "executable");
  if (!parameters().empty()) sha256_ = sha256_of_ardupilot(command(0, "")->path());
  const ReportedParameters reported = kept_parameters(sha256_);
  has_asked_ = std::all_of(parameters().begin(), parameters().end(),
                           [&](const std::string& name) { return reported.contains(name); });
  plan_.program = this;
  plan_.functions = {start_ardupilot, begin_ardupilot, ask_ardupilot, update_ardupilot,
                     finish_flight<ArdupilotFlight>};
  plan_.memory_bytes = sizeof(void*);  // a pointer to ArdupilotFlight
}

std::unique_ptr<Command> ExternalArdupilot::command(int instance,
                                                    const std::string& parameter_file) const {
  std::vector<std::string> words = words_;
  std::vector<bool> files = files_;
  std::string defaults;
  for (const std::string& file : parameter_files_) defaults += file + ",";
  words.insert(words.end(), {"--model", "JSON:127.0.0.1", "-I", std::to_string(instance),
                             "--defaults", defaults + parameter_file});
  // By default it would run in real time. Whether a given speed is too low is not checked.
  const auto is_speed = [](const std::string& word) { return word.starts_with("--speedup"); };
  if (std::none_of(words.begin(), words.end(), is_speed)) {
    words.insert(words.end(), {"--speedup", "1000"});
  }
  files.resize(words.size(), false);
  return std::make_unique<Command>(std::move(words), files, std::vector<std::string>{});
}

std::string ExternalArdupilot::parameter_lines(const double* numbers) const {
  std::string lines;
  const std::vector<std::string>& names = parameters();
  const auto unless_given = [&](const std::string& name, double number) {
    if (std::find(names.begin(), names.end(), name) != names.end()) return;
    ardupilot::append_parameter_line(name, number, lines);
  };
  unless_given("SIM_RATE_HZ", rate_hz());
  // Arming waits until a log file is open, which depends on the clock.
  unless_given("LOG_BACKEND_TYPE", keeps_log() ? 1 : 0);
  if (keeps_log()) unless_given("LOG_DISARMED", 1);
  for (std::size_t i = 0; i < names.size(); ++i) {
    ardupilot::append_parameter_line(names[i], numbers[i], lines);
  }
  return lines;
}

}  // namespace montecopter
