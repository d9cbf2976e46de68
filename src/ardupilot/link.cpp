#include "ardupilot/link.hpp"

#include <arpa/inet.h>
#include <fcntl.h>
#include <fmt/format.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <cstring>

#include "base/error.hpp"

namespace montecopter::ardupilot {
namespace {

using Clock = std::chrono::steady_clock;

/// How long a wait for a frame lasts before it is asked whether the firmware lives.
constexpr timeval slice = {0, 20000};
/// Frames between two looks at what the firmware tells its ground station, which nobody wants: it
/// has room for more than these.
constexpr std::uint32_t frames_per_drain = 16;

sockaddr_in here(std::uint16_t port) {
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_port = htons(port);
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  return address;
}

const sockaddr* plain(const sockaddr_in& address) {
  return reinterpret_cast<const sockaddr*>(&address);
}

bool bind_to(int socket, std::uint16_t port) {
  const sockaddr_in address = here(port);
  return ::bind(socket, plain(address), sizeof(address)) == 0;
}

int open_socket(int type) {
  const int socket = ::socket(AF_INET, type | SOCK_CLOEXEC, 0);
  if (socket >= 0) return socket;
  throw Error(ExitCode::refused,
              Problem{"controller", "no socket can be opened", std::strerror(errno), ""}.text());
}

/// Whether a port is free: nobody listens there. Closed connections of the past do not matter.
bool is_free(int type, std::uint16_t port) {
  const int socket = open_socket(type);
  const int yes = 1;
  if (type == SOCK_STREAM) ::setsockopt(socket, SOL_SOCKET, SO_REUSEADDR, &yes, sizeof(yes));
  const bool free = bind_to(socket, port);
  ::close(socket);
  return free;
}

}  // namespace

std::unique_ptr<Link> Link::take(int first) {
  std::unique_ptr<Link> link(new Link);
  for (int instance = first; instance < most_instances; ++instance) {
    if (link->take_ports(instance)) return link;
  }
  throw Error(ExitCode::refused,
              Problem{"controller", "no ports are free for a firmware",
                      fmt::format("UDP {} and every tenth above it, or those that belong to them, "
                                  "are taken",
                                  ports_of(first).frames),
                      "End the programs that have them"}
                  .text());
}

bool Link::take_ports(int instance) {
  const Ports ports = ports_of(instance);
  const int socket = open_socket(SOCK_DGRAM);
  if (!bind_to(socket, ports.frames) || !is_free(SOCK_STREAM, ports.console) ||
      !is_free(SOCK_DGRAM, ports.rc)) {
    ::close(socket);
    return false;
  }
  ::setsockopt(socket, SOL_SOCKET, SO_RCVTIMEO, &slice, sizeof(slice));
  instance_ = instance;
  frames_ = socket;
  return true;
}

Link::~Link() {
  if (frames_ >= 0) ::close(frames_);
  if (console_ >= 0) ::close(console_);
}

Heard Link::listen(double timeout_s, const std::function<bool()>& is_alive) {
  const auto until = Clock::now() + std::chrono::duration<double>(timeout_s);
  for (;;) {
    if (console_ < 0 && !has_peer_) connect_console();
    const Heard heard = receive(0);
    if (heard != Heard::silence) return heard;
    const bool alive = is_alive(), late = Clock::now() >= until;
    if (alive && !late) continue;
    // What it sent last is there, also if it has ended since, or we have been stopped meanwhile.
    const Heard last = receive(MSG_DONTWAIT);
    if (last != Heard::silence) return last;
    return alive ? Heard::silence : Heard::end;
  }
}

/// One datagram; silence if there is none, or one that is dropped.
Heard Link::receive(int flags) {
  char bytes[longest_servo_packet + 1];
  sockaddr_in sender{};
  socklen_t size = sizeof(sender);
  const ssize_t got =
      ::recvfrom(frames_, bytes, sizeof(bytes), flags, reinterpret_cast<sockaddr*>(&sender), &size);
  // A connected socket says so when nobody is at the other end any more.
  if (got < 0) return errno == ECONNREFUSED ? Heard::end : Heard::silence;
  const std::string_view datagram(bytes, static_cast<std::size_t>(got));
  const auto packet = read_servo_packet(datagram);
  if (!packet) {
    last_fault_ = why_no_servo_packet(datagram);
    return Heard::silence;
  }
  if (!has_peer_) {
    if (::connect(frames_, plain(sender), size) != 0) return Heard::silence;
    has_peer_ = true;
  }
  switch (numbers_.take(packet->frame)) {
    case FrameKind::next:
      frame_ = *packet;
      return Heard::frame;
    case FrameKind::repeated:
      return Heard::silence;
    case FrameKind::skipped:
      return Heard::skipped;
    case FrameKind::restarted:
      return Heard::restarted;
  }
  return Heard::silence;
}

/// Where nobody listens there yet, it is tried again. The firmware waits for it.
void Link::connect_console() {
  const int socket = open_socket(SOCK_STREAM);
  const sockaddr_in address = here(ports_of(instance_).console);
  if (::connect(socket, plain(address), sizeof(address)) != 0) {
    ::close(socket);
    return;
  }
  ::fcntl(socket, F_SETFL, O_NONBLOCK);
  console_ = socket;
}

void Link::drain_console() {
  char bytes[4096];
  while (console_ >= 0 && ::recv(console_, bytes, sizeof(bytes), MSG_DONTWAIT) > 0) {
  }
}

void Link::answer(const std::string& line) {
  if (frame_.frame % frames_per_drain == 0) drain_console();
  // If it cannot be sent, listening says why.
  (void)!::send(frames_, line.data(), line.size(), MSG_NOSIGNAL);
}

void Link::tell_rc(const RcChannels& channels) {
  rc_.clear();
  append_rc_packet(channels, rc_);
  const int socket = open_socket(SOCK_DGRAM);
  const sockaddr_in address = here(ports_of(instance_).rc);
  (void)!::sendto(socket, rc_.data(), rc_.size(), MSG_NOSIGNAL, plain(address), sizeof(address));
  ::close(socket);
}

}  // namespace montecopter::ardupilot
