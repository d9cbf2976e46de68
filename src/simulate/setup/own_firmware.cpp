#include "simulate/setup/own_firmware.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <cmath>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <optional>

#include "ardupilot/link.hpp"
#include "ardupilot/parameter_lines.hpp"
#include "ardupilot/state_line.hpp"
#include "base/error.hpp"
#include "dynamics/controllers/controller.hpp"
#include "dynamics/vehicles/vehicle.hpp"
#include "scenario/estimator_sensors.hpp"
#include "scenario/rotor_outputs.hpp"
#include "simulate/setup/own_flight.hpp"

namespace montecopter {
namespace {

using ardupilot::Heard;
using ardupilot::Link;
using ardupilot::VehicleState;

static_assert(most_own_range_finders == ardupilot::most_rangefinders);

/// A file of lines for the firmware, gone with this object.
class LinesFile {
 public:
  LinesFile(const std::string& folder, const std::string& lines) {
    static std::atomic<std::uint64_t> next{0};
    path_ = fmt::format("{}/{}.parm", folder, next++);
    std::ofstream file(path_, std::ios::binary);
    if (!(file << lines).flush()) throw OwnFlightFailed("no file of parameters can be written");
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

/// The specific force at rest, in body axes: the world's upwards.
std::array<double, 3> force_at_rest(const double (&q)[4], double gravity_m_s2) {
  const double w = q[0], x = q[1], y = q[2], z = q[3];
  return {-gravity_m_s2 * (2 * (x * z - w * y)), -gravity_m_s2 * (2 * (y * z + w * x)),
          -gravity_m_s2 * (1 - 2 * (x * x + y * y))};
}

void take_pose(const montecopter_state& from, VehicleState& to) {
  std::copy_n(from.position_m, 3, to.position_m.begin());
  std::copy_n(from.attitude, 4, to.attitude.begin());
}

/// What the vehicle does at an update: its pose and motion are true, the readings of its inertial
/// sensors have their errors.
VehicleState state_of(const montecopter_input& input, const OwnSenses& senses) {
  VehicleState state;
  take_pose(*input.state, state);
  std::copy_n(input.state->velocity_m_s, 3, state.velocity_m_s.begin());
  std::copy_n(senses.body_rate_rad_s, 3, state.gyro_rad_s.begin());
  std::copy_n(senses.specific_force_m_s2, 3, state.specific_force_m_s2.begin());
  std::copy_n(senses.distance_m, most_own_range_finders, state.distance_m.begin());
  state.voltage_v = senses.voltage_v;
  state.current_a = senses.current_a;
  return state;
}

/// One flight of a firmware.
class FirmwareFlight {
 public:
  FirmwareFlight(const OwnFirmware& firmware, const double* parameters)
      : firmware_(firmware),
        link_(Link::take()),
        lines_(firmware.keeper().folder(), firmware.parameter_lines(parameters)),
        command_(firmware.command(link_->instance(), lines_.path())) {
    child_.emplace(*command_, firmware.keeper(), -1);
  }

  /// The time before the flight: the vehicle is held at rest where it starts.
  void start(const montecopter_vehicle& vehicle, const montecopter_input& first) {
    for (int i = 0; i < static_cast<int>(vehicle.commands); ++i) {
      low_[i] = vehicle.command_low[i], span_[i] = vehicle.command_high[i] - vehicle.command_low[i];
    }
    VehicleState rest;
    take_pose(*first.state, rest);
    rest.specific_force_m_s2 = force_at_rest(first.state->attitude, vehicle.gravity_m_s2);
    hear();
    for (std::int64_t n = -firmware_.startup_updates(); n < 0; ++n) tell(n, rest);
  }

  void update(const montecopter_input& input, const OwnSenses& senses, double* commands) {
    tell(next_++, state_of(input, senses));
    for (std::size_t i = 0; i < firmware_.outputs().size(); ++i) {
      const auto output = static_cast<std::size_t>(firmware_.outputs()[i] - 1);
      const std::uint16_t pulse = link_->frame().pulse_us[output];
      commands[i] = std::fma(firmware_.pulses().fraction(pulse), span_[i], low_[i]);
    }
  }

 private:
  /// Answers the frame that was heard last with the state at update n, and hears what the firmware
  /// makes of it. Its own clock begins with the first update before the flight, one period on.
  void tell(std::int64_t n, VehicleState state) {
    const double rate = firmware_.rate_hz();
    state.time_s = static_cast<double>(n + firmware_.startup_updates() + 1) / rate;
    tell_rc(static_cast<double>(n) / rate);
    line_.clear();
    append_state_line(state, line_);
    link_->answer(line_);
    hear();
  }

  void tell_rc(double time_s) {
    const std::vector<FirmwareRc>& rows = firmware_.rc();
    for (; rc_ < rows.size() && rows[rc_].time_s <= time_s; ++rc_) {
      link_->tell_rc(rows[rc_].channels);
    }
  }

  void hear() {
    const auto is_alive = [&] { return !child_->has_ended(); };
    switch (link_->listen(firmware_.timeout_s(), is_alive)) {
      case Heard::frame:
        return;
      case Heard::silence:
        fail(fmt::format("it sent no frame within {} s{}", firmware_.timeout_s(),
                         link_->last_fault().empty()
                             ? ""
                             : fmt::format(" (of a datagram: {})", link_->last_fault())));
      case Heard::end:
        fail(child_->how_it_ended(firmware_.timeout_s()));
      case Heard::skipped:
        fail("it has taken an answer that it was not given: its frames skip a number");
      case Heard::restarted:
        fail("it has started again");
    }
  }

  [[noreturn]] void fail(const std::string& why) const { fail_with_output(why, *child_); }

  const OwnFirmware& firmware_;
  std::unique_ptr<Link> link_;
  LinesFile lines_;
  std::unique_ptr<Command> command_;
  std::optional<Child> child_;
  double low_[max_rotors] = {}, span_[max_rotors] = {};
  std::int64_t next_ = 0;
  std::size_t rc_ = 0;
  std::string line_;
};

int start_firmware(const void* program, const OwnLane& lane, const montecopter_vehicle& vehicle,
                   const double* parameters, const montecopter_input& first) {
  return guarded<FirmwareFlight>(lane, [&] {
    flight_in<FirmwareFlight>(lane) =
        new FirmwareFlight(*static_cast<const OwnFirmware*>(program), parameters);
    flight_in<FirmwareFlight>(lane)->start(vehicle, first);
  });
}

int update_firmware(const void*, const OwnLane& lane, const montecopter_input& input,
                    double* commands) {
  return guarded<FirmwareFlight>(
      lane, [&] { flight_in<FirmwareFlight>(lane)->update(input, *lane.senses, commands); });
}

/// The sensors of a scenario that the interface takes: the first of each kind, and range finders.
OwnSensed sensed_by(const Sensors& sensors) {
  OwnSensed seen;
  seen.any = true;
  seen.accelerometer = find_sensor<Accelerometer>(sensors, std::nullopt).place;
  seen.gyroscope = find_sensor<Gyroscope>(sensors, std::nullopt).place;
  int place = 0;
  for_each_sensor(sensors, [&]<class Sensor>(const std::string&, const Sensor&) {
    const int here = place++;
    if (!std::is_same_v<Sensor, RangeFinder>) return;
    if (seen.range_finders < most_own_range_finders) {
      seen.range_finder[static_cast<std::size_t>(seen.range_finders++)] = here;
    }
  });
  return seen;
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

OwnFirmware::OwnFirmware(const Scenario& scenario, const std::string& where) {
  const auto& controller = std::get<ArdupilotController>(*scenario.controller);
  const std::size_t words = controller.command.size();
  for (std::size_t i = 0; i < controller.words.size(); ++i) {
    const ProgramWord& word = controller.words[i];
    if (i < words) {
      words_.push_back(word.text);
      files_.push_back(word.is_file);
    } else {
      parameter_files_.push_back(std::filesystem::absolute(word.text).lexically_normal().string());
    }
  }
  require_runnable(where);
  timeout_s_ = controller.timeout_s;
  rate_hz_ = controller.rate_hz.hz();
  startup_updates_ = std::llround(controller.startup_s * rate_hz_);
  rc_ = rc_of(controller);
  pulses_ = {1e6 * controller.pulse_low_s, 1e6 * controller.pulse_high_s};
  outputs_ = rotor_outputs(std::get<Multirotor>(*scenario.vehicle), controller).outputs;
  for (const auto& [name, number] : controller.parameters) {
    plan_.parameters[parameters_.size()].given = static_cast<int>(parameters_.size());
    parameters_.push_back(name);
  }
  plan_.parameter_count = parameters_.size();
  plan_.program = this;
  plan_.functions = {start_firmware, update_firmware, finish_flight<FirmwareFlight>};
  plan_.memory_bytes = sizeof(FirmwareFlight*);
  plan_.commands_wrench = false;
  plan_.senses = sensed_by(scenario.sensors);
}

void OwnFirmware::require_runnable(const std::string& where) const {
  const std::string obstacle = command(0, "")->obstacle();
  if (obstacle.empty()) return;
  throw Error(
      ExitCode::usage,
      Problem{where, fmt::format("the firmware '{}' cannot be run", words_.front()), obstacle,
              "Build it for this computer (waf configure --board sitl), and make "
              "the file executable"}
          .text());
}

std::unique_ptr<Command> OwnFirmware::command(int instance,
                                              const std::string& parameter_file) const {
  std::vector<std::string> words = words_;
  std::vector<bool> files = files_;
  std::string defaults;
  for (const std::string& file : parameter_files_) defaults += file + ",";
  words.insert(words.end(), {"--model", "JSON:127.0.0.1", "-I", std::to_string(instance),
                             "--defaults", defaults + parameter_file});
  // It would keep to the time of the clock; how much faster it may be is not looked at.
  const auto is_speed = [](const std::string& word) { return word.starts_with("--speedup"); };
  if (std::none_of(words.begin(), words.end(), is_speed)) {
    words.insert(words.end(), {"--speedup", "1000"});
  }
  files.resize(words.size(), false);
  return std::make_unique<Command>(std::move(words), files, std::vector<std::string>{});
}

std::string OwnFirmware::parameter_lines(const double* numbers) const {
  std::string lines;
  const std::string rate = "SIM_RATE_HZ";
  if (std::find(parameters_.begin(), parameters_.end(), rate) == parameters_.end()) {
    ardupilot::append_parameter_line(rate, rate_hz_, lines);
  }
  for (std::size_t i = 0; i < parameters_.size(); ++i) {
    ardupilot::append_parameter_line(parameters_[i], numbers[i], lines);
  }
  return lines;
}

std::string OwnFirmware::title() const { return "the firmware"; }

OwnProgram::Cause OwnFirmware::cause_of_difference() const {
  return {
      "each flight has a new process, so it reads what an earlier one has left in a file, or "
      "asks a clock or random numbers",
      "Let it depend on what it is told and on nothing else; a ground station that speaks to "
      "it does not"};
}

}  // namespace montecopter
