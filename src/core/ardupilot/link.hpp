#pragma once
/// The sockets between the physics and one firmware that runs on this computer. Instance n of the
/// firmware (`-I n`) has ports of its own, 10 n above the ports of the first instance. It sends
/// frames to UDP 9002 and listens for a radio control at UDP 5501. Before it starts, it waits for a
/// ground station at TCP 5760 (ArduPilot, libraries/AP_HAL_SITL, SITL_State::_parse_command_line).

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "core/ardupilot/frame_numbers.hpp"
#include "core/ardupilot/rc_packet.hpp"
#include "core/ardupilot/servo_packet.hpp"
#include "core/mavlink/frames.hpp"
#include "core/mavlink/messages.hpp"
#include "core/mavlink/status_texts.hpp"

namespace montecopter::ardupilot {

/// Ports of an instance.
struct Ports {
  std::uint16_t frames, rc, console;
};
constexpr Ports ports_of(int instance) {
  const auto further = static_cast<std::uint16_t>(10 * instance);
  return {static_cast<std::uint16_t>(9002 + further), static_cast<std::uint16_t>(5501 + further),
          static_cast<std::uint16_t>(5760 + further)};
}

/// Numbers that are tried: beyond them lie the ports that Linux lends to clients (32768 and up).
inline constexpr int most_instances = 2000;

/// Outcome of listening.
enum class Reception {
  frame,      ///< the next one is there
  silence,    ///< none came in time
  end,        ///< the firmware has ended
  skipped,    ///< the next frame is not the one that has to follow
  restarted,  ///< the firmware has begun to count again
};

class Link {
 public:
  /// Takes the ports of the first instance, from `first` on, that nobody has. Throws Error(refused)
  /// if there are none, or no sockets.
  static std::unique_ptr<Link> take(int first = 0);
  ~Link();
  Link(const Link&) = delete;
  Link& operator=(const Link&) = delete;

  int instance() const { return instance_; }

  /// Waits for the next frame, at most `timeout_s` of the clock; `is_alive` is asked several times
  /// a second and before the wait is given up. Frames that come again, datagrams that are none, and
  /// those of other senders than the first are dropped, and do not prolong it.
  Reception listen(double timeout_s, const std::function<bool()>& is_alive);
  /// The frame that came last.
  const ServoPacket& frame() const { return frame_; }

  /// Answers it.
  void answer(const std::string& line);
  /// Sets the sticks from now on. If sent before the answer to a frame, they are there at that
  /// frame.
  void tell_rc(const RcChannels& channels);

  /// The warnings that the firmware has sent to its ground station, as which this link speaks.
  const mavlink::StatusTexts& texts() const { return texts_; }
  /// Reads what it has sent there since the last look.
  void read_console();

  /// Whether a frame has come.
  bool has_heard() const { return has_peer_; }
  /// Asks for one of these parameters after another, whenever the console is read, and for all
  /// names once. The firmware answers for those that it has.
  void ask_for_parameters(const std::vector<std::string>& names) { asked_ = names; }
  /// How often it was asked for each name.
  std::size_t rounds_asked() const { return asked_.empty() ? 0 : next_asked_ / asked_.size(); }
  /// Parameters that it has answered, with their values.
  const std::map<std::string, float>& parameters() const { return parameters_; }
  /// Whether all parameters of its list have come.
  bool has_whole_list() const { return listed_count_ > 0 && listed_.size() == listed_count_; }

  /// The vehicle that the firmware says it is (MAV_TYPE).
  std::optional<std::uint8_t> vehicle_type() const { return vehicle_type_; }

  /// Why the last datagram that was no frame is none; empty: there was none.
  const std::string& last_fault() const { return last_fault_; }

 private:
  Link() = default;
  bool take_ports(int instance);
  void connect_console();
  void send_heartbeat();
  void send_as_station(const mavlink::MessageKind& kind, const std::string& payload);
  void ask_for_next_parameter();
  void take_parameter(const mavlink::ParameterValue& parameter);
  Reception receive(int flags);

  int instance_ = 0;
  int frames_ = -1, console_ = -1;
  bool has_peer_ = false;
  FrameNumbers numbers_;
  ServoPacket frame_;
  std::string last_fault_, rc_;
  mavlink::FrameReader console_reader_;
  mavlink::StatusTexts texts_;
  std::optional<std::uint8_t> vehicle_type_;
  std::vector<std::string> asked_;
  std::size_t next_asked_ = 0;
  std::map<std::string, float> parameters_;
  std::set<std::uint16_t> listed_;  ///< indices in the firmware's list
  std::size_t listed_count_ = 0;
  std::uint8_t sequence_ = 0;
};

}  // namespace montecopter::ardupilot
