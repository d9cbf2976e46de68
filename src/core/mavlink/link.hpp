#pragma once
/// The sockets between the physics and one firmware of PX4 that runs on this computer. Instance n
/// of the firmware (`-i n`) connects to TCP 4560 + n, where the simulator listens. It takes
/// commands at UDP 14580 + n and answers from there to 14540 + n (PX4,
/// ROMFS/px4fmu_common/init.d-posix, px4-rc.mavlinksim and px4-rc.mavlink).

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>

#include "core/mavlink/frames.hpp"
#include "core/mavlink/lockstep_clock.hpp"
#include "core/mavlink/messages.hpp"
#include "core/mavlink/status_texts.hpp"

namespace montecopter::mavlink {

/// Ports of an instance.
struct Ports {
  std::uint16_t simulator, commands, answers;
};
constexpr Ports ports_of(int instance) {
  const auto n = static_cast<std::uint16_t>(instance);
  return {static_cast<std::uint16_t>(4560 + n), static_cast<std::uint16_t>(14580 + n),
          static_cast<std::uint16_t>(14540 + n)};
}

/// Numbers that are tried: the firmware's number as a system of MAVLink is one more, and a byte.
inline constexpr int most_instances = 250;

/// Outcome of waiting.
enum class Reception {
  answer,   ///< it is there
  silence,  ///< it did not come in time
  end,      ///< the firmware has ended, or has closed its connection
  ahead,    ///< an answer to what was not asked
};

class Link {
 public:
  /// Takes the ports of the first instance, from `first` on, that nobody has; questions will come
  /// at this rate. Throws Error(refused) if there are none, or no sockets.
  static std::unique_ptr<Link> take(double rate_hz, int first = 0);
  ~Link();
  Link(const Link&) = delete;
  Link& operator=(const Link&) = delete;

  int instance() const { return instance_; }

  /// Waits for the firmware to connect; `is_alive` is asked several times a second.
  Reception connect(double timeout_s, const std::function<bool()>& is_alive);

  /// Sends the readings of update n, whose time is set here; those of the GNSS go before them where
  /// there are new ones.
  void tell(std::int64_t n, HilSensor sensor, const HilGps* gps);
  /// Waits for the answer to the readings of update n. Answers to earlier ones, other messages and
  /// bytes that are none are dropped, and do not prolong it.
  Reception listen(std::int64_t n, double timeout_s, const std::function<bool()>& is_alive);
  /// Takes an answer to any of the updates up to n, if one is there within `timeout_s`: the
  /// firmware has not begun to answer each.
  Reception listen_before_lockstep(std::int64_t n, double timeout_s,
                                   const std::function<bool()>& is_alive);
  /// The answer that came last.
  const HilActuatorControls& controls() const { return controls_; }

  /// Sends a command, to the firmware's own system.
  void command(CommandLong command);
  /// The next answer to a command; nothing: none has come. Keeps the texts that have come.
  std::optional<CommandAck> acknowledgement();
  const StatusTexts& texts() const { return texts_; }

  /// Bytes that were no part of a known message.
  std::uint64_t dropped() const { return reader_.dropped(); }

 private:
  explicit Link(double rate_hz) : clock_(rate_hz) {}
  bool take_ports(int instance);
  Reception wait(std::int64_t n, bool any, double timeout_s, const std::function<bool()>& is_alive);
  Reception read(std::int64_t n, bool any);
  bool receive(int flags, bool& is_closed);

  LockstepClock clock_;
  int instance_ = 0;
  int server_ = -1, simulator_ = -1, commands_ = -1;
  std::uint8_t sequence_ = 0, command_sequence_ = 0;
  FrameReader reader_, station_reader_;
  StatusTexts texts_;
  HilActuatorControls controls_;
  std::string out_;
};

}  // namespace montecopter::mavlink
