#include "core/mavlink/link.hpp"

#include <fmt/format.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <sys/time.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <chrono>

#include "core/base/error.hpp"
#include "core/base/local_sockets.hpp"

namespace montecopter::mavlink {
namespace {

using Clock = std::chrono::steady_clock;

constexpr const char* place = "controller";

/// Longest wait before the firmware is checked for life.
constexpr int slice_ms = 20;

/// Addresses of the simulator and of a ground station, as MAVLink counts components.
constexpr Sender as_simulator{1, 51}, as_station{255, 190};

Clock::time_point after(double seconds) {
  return Clock::now() +
         std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(seconds));
}

bool is_readable(int socket, int wait_ms) {
  pollfd polled = {.fd = socket, .events = POLLIN, .revents = 0};
  return ::poll(&polled, 1, wait_ms) > 0;
}

int listening_at(std::uint16_t port) {
  const int socket = open_socket(SOCK_STREAM, place), yes = 1;
  ::setsockopt(socket, SOL_SOCKET, SO_REUSEADDR, &yes, sizeof(yes));
  if (bind_to(socket, port) && ::listen(socket, 1) == 0) return socket;
  ::close(socket);
  return -1;
}

int datagrams_at(std::uint16_t port) {
  const int socket = open_socket(SOCK_DGRAM, place);
  if (bind_to(socket, port)) return socket;
  ::close(socket);
  return -1;
}

}  // namespace

std::unique_ptr<Link> Link::take(double rate_hz, int first) {
  std::unique_ptr<Link> link(new Link(rate_hz));
  for (int instance = first; instance < most_instances; ++instance) {
    if (link->take_ports(instance)) return link;
  }
  throw Error(
      ExitCode::io,
      Problem{place, "there are no free ports for the firmware",
              fmt::format("TCP {} to {}, or their companion ports, are in use",
                          ports_of(first).simulator, ports_of(most_instances - 1).simulator),
              "Stop the programs that use them, and run the same command again"});
}

bool Link::take_ports(int instance) {
  const Ports ports = ports_of(instance);
  if (!is_free(SOCK_DGRAM, ports.commands, place)) return false;
  server_ = listening_at(ports.simulator);
  if (server_ < 0) return false;
  commands_ = datagrams_at(ports.answers);
  instance_ = instance;
  if (commands_ >= 0) return true;
  ::close(server_);
  server_ = -1;
  return false;
}

Link::~Link() {
  for (const int socket : {server_, simulator_, commands_}) {
    if (socket >= 0) ::close(socket);
  }
}

Reception Link::connect(double timeout_s, const std::function<bool()>& is_alive) {
  const auto until = after(timeout_s);
  for (;;) {
    const bool alive = is_alive(), late = Clock::now() >= until;
    if (is_readable(server_, alive && !late ? slice_ms : 0)) break;
    if (!alive) return Reception::end;
    if (late) return Reception::silence;
  }
  simulator_ = ::accept4(server_, nullptr, nullptr, SOCK_CLOEXEC);
  if (simulator_ < 0 && (errno == EMFILE || errno == ENFILE)) throw_no_socket(place);
  if (simulator_ < 0) return Reception::end;
  const int yes = 1;
  ::setsockopt(simulator_, IPPROTO_TCP, TCP_NODELAY, &yes, sizeof(yes));
  const timeval slice = {0, slice_ms * 1000};
  ::setsockopt(simulator_, SOL_SOCKET, SO_RCVTIMEO, &slice, sizeof(slice));
  ::setsockopt(simulator_, SOL_SOCKET, SO_SNDTIMEO, &slice, sizeof(slice));
  return Reception::answer;
}

void Link::tell(std::int64_t n, HilSensor sensor, const HilGps* gps) {
  out_.clear();
  sensor.time_us = clock_.time_us(n);
  if (gps != nullptr) {
    HilGps timed = *gps;
    timed.time_us = sensor.time_us;
    append_frame(hil_gps, payload_of(timed), as_simulator, sequence_++, out_);
  }
  append_frame(hil_sensor, payload_of(sensor), as_simulator, sequence_++, out_);
  // If it cannot be sent, listening says why.
  (void)!::send(simulator_, out_.data(), out_.size(), MSG_NOSIGNAL);
}

Reception Link::listen(std::int64_t n, double timeout_s, const std::function<bool()>& is_alive) {
  return wait(n, false, timeout_s, is_alive);
}

Reception Link::listen_before_lockstep(std::int64_t n, double timeout_s,
                                       const std::function<bool()>& is_alive) {
  return wait(n, true, timeout_s, is_alive);
}

Reception Link::wait(std::int64_t n, bool any, double timeout_s,
                     const std::function<bool()>& is_alive) {
  if (const Reception received = read(n, any); received != Reception::silence) return received;
  const auto until = after(timeout_s);
  for (;;) {
    bool is_closed = false;
    if (timeout_s <= 0) {
      // Nothing is waited for.
    } else if (receive(0, is_closed)) {
      if (const Reception received = read(n, any); received != Reception::silence) return received;
    } else if (!is_closed) {
      // The firmware waits, too: what looks like the beginning of a message is none.
      reader_.give_up();
      if (const Reception received = read(n, any); received != Reception::silence) return received;
    }
    const bool alive = !is_closed && is_alive(), late = Clock::now() >= until;
    if (alive && !late) continue;
    // What it sent last is there, also if it has ended since, or we have been stopped meanwhile.
    while (receive(MSG_DONTWAIT, is_closed)) {
    }
    if (const Reception received = read(n, any); received != Reception::silence) return received;
    return alive ? Reception::silence : Reception::end;
  }
}

/// The next answer among what has come; silence: there is none.
Reception Link::read(std::int64_t n, bool any) {
  while (const auto frame = reader_.next()) {
    if (frame->kind->id != hil_actuator_controls.id) continue;
    const HilActuatorControls controls = read_controls(frame->payload);
    const AnswerTime time = clock_.answers(n, controls.time_us);
    if (time == AnswerTime::ahead) return Reception::ahead;
    if (time == AnswerTime::earlier && !any) continue;
    controls_ = controls;
    return Reception::answer;
  }
  return Reception::silence;
}

/// Whether some bytes have come.
bool Link::receive(int flags, bool& is_closed) {
  char bytes[4096];
  const ssize_t got = ::recv(simulator_, bytes, sizeof(bytes), flags);
  if (got > 0) {
    reader_.add({bytes, static_cast<std::size_t>(got)});
    return true;
  }
  is_closed = got == 0 || (errno != EAGAIN && errno != EWOULDBLOCK && errno != EINTR);
  return false;
}

void Link::command(CommandLong command) {
  command.system = static_cast<std::uint8_t>(instance_ + 1);
  command.component = 1;
  std::string bytes;
  append_frame(command_long, payload_of(command), as_station, command_sequence_++, bytes);
  const sockaddr_in to = local_address(ports_of(instance_).commands);
  (void)!::sendto(commands_, bytes.data(), bytes.size(), MSG_NOSIGNAL, plain(to), sizeof(to));
}

std::optional<CommandAck> Link::acknowledgement() {
  char bytes[2048];
  for (;;) {
    while (const auto frame = station_reader_.next()) {
      if (frame->kind->id == command_ack.id) return read_ack(frame->payload);
      if (frame->kind->id == statustext.id) texts_.add(read_status_text(frame->payload));
    }
    const ssize_t got = ::recv(commands_, bytes, sizeof(bytes), MSG_DONTWAIT);
    if (got < 0) return std::nullopt;
    station_reader_ = FrameReader();  // no frame goes on in the next datagram
    station_reader_.add({bytes, static_cast<std::size_t>(got)});
  }
}

}  // namespace montecopter::mavlink
