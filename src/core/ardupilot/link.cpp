#include "core/ardupilot/link.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <unistd.h>

#include <cerrno>
#include <chrono>

#include "core/base/error.hpp"
#include "core/base/local_sockets.hpp"

namespace montecopter::ardupilot {
namespace {

using Clock = std::chrono::steady_clock;

constexpr const char* where = "controller";

/// Longest wait for a frame before the firmware is checked for life.
constexpr timeval slice = {0, 20000};
/// Frames between two looks at what the firmware sends to its ground station: it has room for more
/// than these. And frames between two heartbeats, by which it knows that there is one.
constexpr std::uint32_t frames_per_look = 16, frames_per_heartbeat = 1024;

}  // namespace

std::unique_ptr<Link> Link::take(int first) {
  std::unique_ptr<Link> link(new Link);
  for (int instance = first; instance < most_instances; ++instance) {
    if (link->take_ports(instance)) return link;
  }
  throw Error(
      ExitCode::io,
      Problem{
          where, "there are no free ports for the firmware",
          fmt::format("UDP {} and every tenth port above it, or their companion ports, are in use",
                      ports_of(first).frames),
          "Stop the programs that use them, and run the same command again"});
}

bool Link::take_ports(int instance) {
  const Ports ports = ports_of(instance);
  frames_ = open_socket(SOCK_DGRAM, where);
  if (!bind_to(frames_, ports.frames) || !is_free(SOCK_STREAM, ports.console, where) ||
      !is_free(SOCK_DGRAM, ports.rc, where)) {
    ::close(frames_);
    frames_ = -1;
    return false;
  }
  ::setsockopt(frames_, SOL_SOCKET, SO_RCVTIMEO, &slice, sizeof(slice));
  instance_ = instance;
  return true;
}

Link::~Link() {
  if (frames_ >= 0) ::close(frames_);
  if (console_ >= 0) ::close(console_);
}

Reception Link::listen(double timeout_s, const std::function<bool()>& is_alive) {
  const auto until = Clock::now() + std::chrono::duration<double>(timeout_s);
  for (;;) {
    if (console_ < 0 && !has_peer_) connect_console();
    const Reception received = receive(0);
    if (received != Reception::silence) return received;
    const bool alive = is_alive(), late = Clock::now() >= until;
    if (alive && !late) continue;
    // What it sent last is there, also if it has ended since, or we have been stopped meanwhile.
    const Reception last = receive(MSG_DONTWAIT);
    if (last != Reception::silence) return last;
    return alive ? Reception::silence : Reception::end;
  }
}

/// One datagram; silence if there is none, or a dropped one.
Reception Link::receive(int flags) {
  char bytes[longest_servo_packet + 1];
  sockaddr_in sender{};
  socklen_t size = sizeof(sender);
  // A connected socket receives from one sender only, so the sender is not read.
  const ssize_t got = has_peer_ ? ::recv(frames_, bytes, sizeof(bytes), flags)
                                : ::recvfrom(frames_, bytes, sizeof(bytes), flags,
                                             reinterpret_cast<sockaddr*>(&sender), &size);
  // A connected socket says so when nobody is at the other end any more.
  if (got < 0) return errno == ECONNREFUSED ? Reception::end : Reception::silence;
  const std::string_view datagram(bytes, static_cast<std::size_t>(got));
  const auto packet = read_servo_packet(datagram);
  if (!packet) {
    last_fault_ = why_no_servo_packet(datagram);
    return Reception::silence;
  }
  if (!has_peer_) {
    if (::connect(frames_, plain(sender), size) != 0) return Reception::silence;
    has_peer_ = true;
  }
  switch (numbers_.take(packet->frame)) {
    case FrameKind::next:
      frame_ = *packet;
      return Reception::frame;
    case FrameKind::repeated:
      return Reception::silence;
    case FrameKind::skipped:
      return Reception::skipped;
    case FrameKind::restarted:
      return Reception::restarted;
  }
  return Reception::silence;
}

/// Tries again where nobody listens there yet. The firmware waits for it.
void Link::connect_console() {
  const int socket = open_socket(SOCK_STREAM, where);
  const sockaddr_in address = local_address(ports_of(instance_).console);
  if (::connect(socket, plain(address), sizeof(address)) != 0) {
    ::close(socket);
    return;
  }
  ::fcntl(socket, F_SETFL, O_NONBLOCK);
  constexpr int at_once = 1;  // requests do not wait until earlier ones are acknowledged
  ::setsockopt(socket, IPPROTO_TCP, TCP_NODELAY, &at_once, sizeof(at_once));
  console_ = socket;
}

/// Without a heartbeat the firmware sends no texts.
void Link::send_heartbeat() {
  send_as_station(mavlink::heartbeat, mavlink::payload_of_station_heartbeat());
}

void Link::send_as_station(const mavlink::MessageKind& kind, const std::string& payload) {
  constexpr mavlink::Sender as_station{255, 190};
  std::string bytes;
  append_frame(kind, payload, as_station, sequence_++, bytes);
  (void)!::send(console_, bytes.data(), bytes.size(), MSG_NOSIGNAL | MSG_DONTWAIT);
}

/// One at a time: the firmware has a short queue for requests, and drops others.
void Link::ask_for_next_parameter() {
  if (asked_.empty() || !vehicle_type_) return;  // it answers as soon as it has a heartbeat
  if (next_asked_ == 0) {
    send_as_station(mavlink::param_request_list, mavlink::payload_of_list_request());
  }
  for (std::size_t i = 0; i < asked_.size(); ++i) {
    const std::string& name = asked_[next_asked_++ % asked_.size()];
    if (parameters_.contains(name)) continue;
    send_as_station(mavlink::param_request_read, mavlink::payload_of_parameter_request(name));
    return;
  }
}

void Link::read_console() {
  char bytes[4096];
  ssize_t got = 0;
  while (console_ >= 0 && (got = ::recv(console_, bytes, sizeof(bytes), MSG_DONTWAIT)) > 0) {
    console_reader_.add({bytes, static_cast<std::size_t>(got)});
    while (const auto frame = console_reader_.next()) {
      if (frame->kind->id == mavlink::statustext.id) {
        texts_.add(mavlink::read_status_text(frame->payload));
      }
      if (frame->kind->id == mavlink::param_value.id) {
        take_parameter(mavlink::read_parameter(frame->payload));
      }
      if (frame->kind->id == mavlink::heartbeat.id) {
        vehicle_type_ = mavlink::read_vehicle_type(frame->payload);
      }
    }
  }
}

void Link::take_parameter(const mavlink::ParameterValue& parameter) {
  parameters_[parameter.name] = parameter.value;
  // An answer to a request by name has an index beyond the list.
  if (parameter.index >= parameter.count) return;
  listed_.insert(parameter.index);
  listed_count_ = parameter.count;
}

void Link::answer(const std::string& line) {
  if (console_ >= 0 && frame_.frame % frames_per_heartbeat == 0) send_heartbeat();
  if (frame_.frame % frames_per_look == 0) {
    read_console();
    ask_for_next_parameter();
  }
  // If it cannot be sent, listening says why.
  (void)!::send(frames_, line.data(), line.size(), MSG_NOSIGNAL);
}

void Link::tell_rc(const RcChannels& channels) {
  rc_.clear();
  append_rc_packet(channels, rc_);
  const int socket = open_socket(SOCK_DGRAM, where);
  const sockaddr_in address = local_address(ports_of(instance_).rc);
  (void)!::sendto(socket, rc_.data(), rc_.size(), MSG_NOSIGNAL, plain(address), sizeof(address));
  ::close(socket);
}

}  // namespace montecopter::ardupilot
