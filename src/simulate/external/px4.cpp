#include "simulate/external/px4.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <limits>
#include <optional>

#include "core/base/counted.hpp"
#include "core/base/printable.hpp"
#include "core/mavlink/link.hpp"
#include "core/numerics/angles.hpp"
#include "core/numerics/elementary.hpp"
#include "scenario/derived/estimator_sensors.hpp"
#include "simulate/border/kernel_api.hpp"
#include "simulate/external/flight.hpp"
#include "simulate/external/kept_log.hpp"
#include "simulate/external/known_parameters.hpp"
#include "simulate/external/startup_readings.hpp"

namespace montecopter {
namespace {

using mavlink::HilGps;
using mavlink::HilSensor;
using mavlink::Link;
using mavlink::Reception;

constexpr double gauss_per_t = 1e4, kelvin_at_0_c = 273.15;

/// Changes readings at rest by up to a digit: PX4 may consider a sensor that repeats its reading
/// dead (its DataValidator). The numbers are those of splitmix64.
class Dither {
 public:
  explicit Dither(std::uint64_t seed) : state_(seed) {}

  /// The next number from -1 to 1.
  double next() {
    state_ += 0x9e3779b97f4a7c15u;
    std::uint64_t z = state_;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    z ^= z >> 31;
    // 53 bits, to [-1, 1).
    return static_cast<double>(z >> 11) * 0x1p-52 - 1;
  }

 private:
  std::uint64_t state_;
};

/// Digits of the firmware (simulator_mavlink, ACCEL_FIFO_SCALE and GYRO_FIFO_SCALE), and of usual
/// sensors.
constexpr double force_digit_m_s2 = 9.80665 / 2048, rate_digit_rad_s = 2000.0 / 32768 / deg_per_rad,
                 field_digit_t = 1e-7, pressure_digit_pa = 1;

/// Dithers the readings of sensors without noise.
void dither(const FlightPlan& plan, ExternalSenses& senses, Dither& draw) {
  const auto is_noisy = [&](int sensor) {
    return sensor >= 0 && plan.sensors.sensors[sensor].errors[0].white;
  };
  const ExternalSensors& seen = plan.control.external.senses;
  const auto add = [&](int sensor, double digit, double* readings, int count) {
    if (is_noisy(sensor)) return;
    for (int k = 0; k < count; ++k) readings[k] += digit * draw.next();
  };
  add(seen.accelerometer, force_digit_m_s2, senses.specific_force_m_s2, 3);
  add(seen.gyroscope, rate_digit_rad_s, senses.body_rate_rad_s, 3);
  add(seen.magnetometer, field_digit_t, senses.magnetic_field_t, 3);
  add(seen.barometer, pressure_digit_pa, &senses.pressure_pa, 1);
}

HilSensor sensor_of(const ExternalSenses& senses) {
  HilSensor m;
  for (std::size_t k = 0; k < 3; ++k) {
    m.acceleration_m_s2[k] = static_cast<float>(senses.specific_force_m_s2[k]);
    m.gyro_rad_s[k] = static_cast<float>(senses.body_rate_rad_s[k]);
    m.field_gauss[k] = static_cast<float>(gauss_per_t * senses.magnetic_field_t[k]);
  }
  m.pressure_hpa = static_cast<float>(senses.pressure_pa / 100);
  m.altitude_m = static_cast<float>(senses.altitude_m);
  m.temperature_c = static_cast<float>(senses.temperature_k - kelvin_at_0_c);
  m.fields_updated = mavlink::acceleration_fields | mavlink::gyroscope_fields;
  if (senses.has_new_field) m.fields_updated |= mavlink::magnetometer_fields;
  if (senses.has_new_pressure) m.fields_updated |= mavlink::barometer_fields;
  return m;
}

/// A number rounded and clamped to the range of the type.
template <class Whole>
Whole whole(double x) {
  using Limits = std::numeric_limits<Whole>;
  const double low = static_cast<double>(Limits::min()), high = static_cast<double>(Limits::max());
  return static_cast<Whole>(std::nearbyint(std::clamp(x, low, high)));
}

/// A receiver that has a fix of usual quality at every reading.
HilGps gps_of(const ExternalSenses& senses) {
  constexpr std::uint16_t accuracy_cm = 100;
  constexpr std::uint8_t fix_3d = 3, satellites = 10;
  HilGps m;
  m.latitude_1e7_deg = whole<std::int32_t>(1e7 * senses.gnss_latitude_deg);
  m.longitude_1e7_deg = whole<std::int32_t>(1e7 * senses.gnss_longitude_deg);
  m.altitude_mm = whole<std::int32_t>(1e3 * senses.gnss_altitude_m);
  m.horizontal_cm = m.vertical_cm = accuracy_cm;
  const double* v = senses.gnss_velocity_m_s;
  for (std::size_t k = 0; k < 3; ++k) m.velocity_cm_s[k] = whole<std::int16_t>(100 * v[k]);
  m.speed_cm_s = whole<std::uint16_t>(100 * std::sqrt(v[0] * v[0] + v[1] * v[1]));
  const double course_deg = deg_per_rad * atan2(v[1], v[0]);
  m.course_cdeg = whole<std::uint16_t>(100 * (course_deg < 0 ? course_deg + 360 : course_deg));
  m.fix = fix_3d;
  m.satellites = satellites;
  return m;
}

/// Output from 0 to 1; NaN means a motor that is off.
double fraction_of(float control) {
  if (!(control > 0)) return 0;
  return control < 1 ? control : 1.0;
}

/// One flight of a firmware.
class Px4Flight {
 public:
  Px4Flight(const ExternalPx4& firmware, const double* parameters, AnswerTimeLimit* patience)
      : firmware_(firmware),
        patience_(patience),
        link_(Link::take(firmware.rate_hz())),
        command_(firmware.command(link_->instance(), parameters)) {
    child_.emplace(*command_, firmware.keeper(), -1);
  }

  void start(const ExternalLane& lane, const montecopter_vehicle& vehicle,
             const montecopter_state& first) {
    spans_.take(vehicle);
    evidence_.take(vehicle, first);
    plan_ = lane.plan;
    sample_ = lane.sample;
    flown_ = -firmware_.startup_updates();
    readings_.emplace(lane, first, vehicle.gravity_m_s2, firmware_.startup_updates());
    begin_wait_.emplace(patience_);
    begin_to_wait();
  }

  /// Flies one step before the flight, with the vehicle held at rest at its start: the firmware
  /// connects, begins to answer, and answers each update. Returns whether this phase is over.
  bool begin() {
    switch (stage_) {
      case Stage::connects:
        connect();
        break;
      case Stage::begins:
        listen_for_lockstep();
        break;
      case Stage::answers:
        hear();
        break;
    }
    if (stage_ == Stage::connects) return false;
    if (stage_ == Stage::answers && flown_ == 0) {
      require_parameters();
      return true;
    }
    tell_at_rest();
    return false;
  }

  /// Sends the readings of the next update of the flight.
  void update(ExternalSenses senses) {
    readings_->complete(flown_, senses);
    command_until(flown_++);
    told_ = senses;
    ask(senses);
  }

  /// Receives the answer to them.
  void answer(const montecopter_input& input, double* commands) {
    hear();
    for (std::size_t i = 0; i < firmware_.outputs().size(); ++i) {
      const auto output = static_cast<std::size_t>(firmware_.outputs()[i] - 1);
      commands[i] = spans_.command(i, fraction_of(link_->controls().controls[output]));
    }
    evidence_.add(*input.state, commands, (link_->controls().mode & mavlink::armed_mode) != 0);
    if (flown_ > firmware_.last_update()) require_flight();
  }

  /// Keeps its log. A firmware that works flies on with its last readings until it has written it.
  void keep_log(const ExternalLane& lane, bool has_failed) {
    if (!firmware_.keeps_log()) return;
    const double end_s = 1e-6 * static_cast<double>(link_->controls().time_us);
    const auto fly_on = [&] {
      ask(told_);
      hear();
    };
    keep_firmware_log(lane, {child_->folder(), ".ulg", end_s, true}, firmware_.rate_hz(),
                      has_failed ? FlyOn{} : fly_on);
  }

 private:
  using Clock = std::chrono::steady_clock;
  using Time = std::chrono::time_point<Clock, std::chrono::duration<double>>;
  enum class Stage { connects, begins, answers };

  std::function<bool()> is_alive(AnswerTimeLimit::Wait& wait) {
    return [this, &wait] {
      Child::shorten_outputs();
      return !wait.is_given_up() && !child_->has_ended();
    };
  }

  /// Readings of update n before the flight.
  ExternalSenses at_rest(std::int64_t n) {
    ExternalSenses senses = readings_->before(n);
    dither(*plan_, senses, dither_);
    return senses;
  }

  void tell(const ExternalSenses& senses) {
    const HilGps gps = gps_of(senses);
    link_->tell(next_, sensor_of(senses), senses.has_new_position ? &gps : nullptr);
  }

  /// Waits at most one period for a connection, because the firmwares of other lanes need readings
  /// meanwhile.
  void connect() {
    AnswerTimeLimit::Wait& wait = *begin_wait_;
    const double period_s = 1 / firmware_.rate_hz();
    const Reception heard = link_->connect(std::min(left_s(until_), period_s), is_alive(wait));
    if (heard == Reception::silence && Clock::now() < until_) return;
    if (heard != Reception::answer) fail_to_begin(wait);
    stage_ = Stage::begins;
    dither_ = Dither(~sample_);
    begin_wait_.emplace(patience_);
    begin_to_wait();
  }

  /// Waits until the firmware answers. It does not answer its first readings, so further ones are
  /// sent at the pace of the clock. After its first answer, the next are sent only when it has
  /// answered. The later data do not depend on how long this took.
  void listen_for_lockstep() {
    AnswerTimeLimit::Wait& wait = *begin_wait_;
    switch (link_->listen_before_lockstep(next_, left_s(next_tell_), is_alive(wait))) {
      case Reception::answer:
        stage_ = Stage::answers;
        begin_wait_.reset();
        dither_ = Dither(sample_);
        break;
      case Reception::silence:
        if (Clock::now() >= until_) fail_to_begin(wait);
        break;
      case Reception::end:
        fail(child_->how_it_ended(left_s(until_), wait));
      case Reception::ahead:
        fail_ahead();
    }
    ++next_;
  }

  void tell_at_rest() {
    if (stage_ == Stage::begins) {
      tell(at_rest(flown_ - 1 - next_));
      next_tell_ = Clock::now() + std::chrono::duration<double>(1 / firmware_.rate_hz());
    } else {
      command_until(flown_);
      ask(at_rest(flown_++));
    }
  }

  void ask(const ExternalSenses& senses) {
    tell(senses);
    begin_to_wait();
  }

  void begin_to_wait() {
    until_ = Clock::now() + std::chrono::duration<double>(firmware_.timeout_s());
  }

  static double left_s(Time until) {
    return std::chrono::duration<double>(until - Clock::now()).count();
  }

  /// Waits for the answer to the last request.
  void hear() {
    AnswerTimeLimit::Wait wait(patience_);
    const double left = left_s(until_);
    switch (link_->listen(next_, left, is_alive(wait))) {
      case Reception::answer:
        break;
      case Reception::silence:
        fail(fmt::format(
            "it did not answer the sensor readings of an update within {} s{}",
            firmware_.timeout_s(),
            link_->dropped() == 0
                ? ""
                : fmt::format(" ({} bytes from it were not a message)", link_->dropped())));
      case Reception::end:
        fail(child_->how_it_ended(left, wait));
      case Reception::ahead:
        fail_ahead();
    }
    // Reads what it sends to its ground station and what it prints.
    constexpr std::int64_t updates_per_look = 8;
    if (++next_ % updates_per_look == 0) {
      child_->shorten_output();
    } else if (attempts_ == 0) {
      return;
    }
    while (const auto ack = link_->acknowledgement()) take_acknowledgement(*ack);
  }

  void take_acknowledgement(const mavlink::CommandAck& ack) {
    if (mavlink::is_refusal(ack.result)) {
      fail(fmt::format("it refused command {} ({})", ack.command,
                       mavlink::words_of_result(ack.result)));
    }
    if (attempts_ == 0 || ack.command != firmware_.commands()[commanded_].command.command) return;
    attempts_ = 0;
    ++commanded_;
  }

  /// Sends the due command. The next one follows when it is acknowledged. A command is lost if the
  /// firmware has not yet opened its port, so it is sent again.
  void command_until(std::int64_t n) {
    const double time_s = static_cast<double>(n) / firmware_.rate_hz();
    const std::vector<FirmwareCommand>& rows = firmware_.commands();
    if (commanded_ == rows.size() || rows[commanded_].time_s > time_s) return;
    if (attempts_ > 0 && static_cast<double>(n - commanded_at_) < retry_s * firmware_.rate_hz()) {
      return;
    }
    if (attempts_ == most_attempts) fail_unacknowledged();
    mavlink::CommandLong command = rows[commanded_].command;
    command.confirmation = static_cast<std::uint8_t>(attempts_++);
    commanded_at_ = n;
    link_->command(command);
  }

  /// Its start script sets the parameters, and prints those that do not exist.
  void require_parameters() const {
    for (const std::string& name : firmware_.parameters()) {
      const std::string line = "Parameter " + name + " not found";
      if (!child_->has_printed(line)) continue;
      refuse_parameter(firmware_.where(), name, "it printed: " + line, std::nullopt);
    }
  }

  /// Fails a flight that did not happen.
  void require_flight() const {
    if (attempts_ > 1) fail_unacknowledged();
    const std::string none = evidence_.why_none();
    if (!none.empty()) fail(none);
  }
  [[noreturn]] void fail_unacknowledged() const {
    fail(fmt::format("it did not acknowledge command {} (sent {})",
                     firmware_.commands()[commanded_].command.command,
                     counted(static_cast<std::size_t>(attempts_), "time")));
  }

  [[noreturn]] void fail_to_begin(AnswerTimeLimit::Wait& wait) const {
    const std::string how =
        child_->has_ended()
            ? child_->how_it_ended(0, wait) + " before its first answer"
            : fmt::format("it gave no first answer within {} s", firmware_.timeout_s());
    fail(how + " (is it px4_sitl, with the etc of the same build?)");
  }
  [[noreturn]] void fail_ahead() const { fail("it answered readings that were not yet sent"); }
  [[noreturn]] void fail(std::string why) const {
    if (patience_ == nullptr || !patience_->is_at_end()) require_room(child_->folder(), why);
    constexpr std::size_t most_bytes = 120;
    const std::string said = printable(link_->texts().words(most_bytes));
    if (!said.empty()) why += "; it said: " + said;
    fail_with_output(why, *child_);
  }

  /// Time of the flight between two attempts, and their number.
  static constexpr double retry_s = 1.0;
  static constexpr int most_attempts = 5;

  const ExternalPx4& firmware_;
  AnswerTimeLimit* patience_;
  std::unique_ptr<Link> link_;
  std::unique_ptr<Command> command_;
  std::optional<Child> child_;
  RotorSpans spans_;
  FlightEvidence evidence_;
  const FlightPlan* plan_ = nullptr;
  std::optional<StartupReadings> readings_;
  ExternalSenses told_{};  ///< readings of the last update
  Stage stage_ = Stage::connects;
  std::optional<AnswerTimeLimit::Wait>
      begin_wait_;  ///< until a connection, then until the first answer
  std::uint64_t sample_ = 0;
  Dither dither_{0};
  std::int64_t next_ = 0;          ///< update since the firmware received the first readings
  std::int64_t flown_ = 0;         ///< update of the flight, negative before it
  std::size_t commanded_ = 0;      ///< row that is next, or waits for its acknowledgement
  int attempts_ = 0;               ///< of this row; 0: not sent yet
  std::int64_t commanded_at_ = 0;  ///< update of the last attempt
  Time until_;                     ///< latest time of its answer
  Time next_tell_;                 ///< time of the next readings, until it answers each update
};

int start_px4(const void* program, const ExternalLane& lane, const montecopter_vehicle& vehicle,
              const double* parameters, const montecopter_input& first) {
  return guarded<Px4Flight>(lane, [&] {
    flight_in<Px4Flight>(lane) =
        new Px4Flight(*static_cast<const ExternalPx4*>(program), parameters, lane.patience);
    flight_in<Px4Flight>(lane)->start(lane, vehicle, *first.state);
  });
}

int begin_px4(const void*, const ExternalLane& lane) { return begun<Px4Flight>(lane); }

int ask_px4(const void*, const ExternalLane& lane, const montecopter_input&) {
  return guarded<Px4Flight>(lane, [&] { flight_in<Px4Flight>(lane)->update(*lane.senses); });
}

int update_px4(const void*, const ExternalLane& lane, const montecopter_input& input,
               double* commands) {
  return guarded<Px4Flight>(lane, [&] { flight_in<Px4Flight>(lane)->answer(input, commands); });
}

std::vector<FirmwareCommand> commands_of(const Px4MavlinkController& controller) {
  std::vector<FirmwareCommand> all;
  for (const std::vector<double>& row : controller.commands) {
    mavlink::CommandLong command;
    command.command = static_cast<std::uint16_t>(row[1]);
    command.parameters.fill(std::numeric_limits<float>::quiet_NaN());
    for (std::size_t i = 2; i < row.size(); ++i) {
      command.parameters[i - 2] = static_cast<float>(row[i]);
    }
    all.push_back({row[0], command});
  }
  return all;
}

}  // namespace

ExternalPx4::ExternalPx4(const Px4MavlinkController& controller, const Scenario& scenario,
                         const std::string& where)
    : ExternalFirmware(scenario, controller, where),
      etc_(controller.words.back().text),
      model_(controller.model),
      commands_(commands_of(controller)) {
  const double none[most_external_parameters] = {};
  require_runnable(*command(0, none), where,
                   "Build it for this computer (make px4_sitl_default) and make the file "
                   "executable");
  plan_.program = this;
  plan_.functions = {start_px4, begin_px4, ask_px4, update_px4, finish_flight<Px4Flight>};
  plan_.memory_bytes = sizeof(void*);  // a pointer to Px4Flight
}

std::unique_ptr<Command> ExternalPx4::command(int instance, const double* numbers) const {
  std::vector<std::string> words = {words_.front(),           "-d", "-i",
                                    std::to_string(instance), "-w", "."};
  std::vector<bool> files = {files_.front(), false, false, false, false, false};
  words.insert(words.end(), words_.begin() + 1, words_.end());
  files.insert(files.end(), files_.begin() + 1, files_.end());
  if (std::find(words_.begin(), words_.end(), "-s") == words_.end()) {
    words.insert(words.end(), {"-s", fmt::format("etc/{}", Px4MavlinkController::start_script)});
    files.insert(files.end(), {false, false});
  }
  words.push_back(etc_);
  files.push_back(true);
  std::vector<std::string> variables = {"PX4_SIM_MODEL=" + model_};
  for (std::size_t i = 0; i < parameters().size(); ++i) {
    variables.push_back(
        fmt::format("PX4_PARAM_{}={}", parameters()[i], static_cast<float>(numbers[i])));
  }
  // By default it logs from boot on, which takes time.
  const std::string logger = "SDLOG_BACKEND";
  const bool is_given =
      std::find(parameters().begin(), parameters().end(), logger) != parameters().end();
  if (!keeps_log() && !is_given) variables.push_back("PX4_PARAM_" + logger + "=0");
  return std::make_unique<Command>(std::move(words), files, variables);
}

}  // namespace montecopter
