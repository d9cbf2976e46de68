#include "simulate/external/process.hpp"

#include <fmt/format.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <cmath>
#include <cstring>
#include <optional>

#include "core/base/error.hpp"
#include "core/base/printable.hpp"
#include "simulate/external/flight.hpp"
#include "simulate/external/packets.hpp"

namespace montecopter {
namespace {

using Clock = std::chrono::steady_clock;

/// A socket that is closed with this object.
class Socket {
 public:
  explicit Socket(int file = -1) : file_(file) {}
  ~Socket() { close(); }
  Socket(const Socket&) = delete;
  Socket& operator=(const Socket&) = delete;
  void close() {
    if (file_ >= 0) ::close(file_);
    file_ = -1;
  }
  void hold(int file) { file_ = file; }
  int file() const { return file_; }

 private:
  int file_;
};

/// The conversation of one flight with its process.
class Conversation {
 public:
  Conversation(const ExternalProcess& program, AnswerTimeLimit* patience)
      : program_(program), patience_(patience) {
    int ends[2];
    if (::socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, ends) != 0) {
      fail_for_want_of("cannot create its socket", errno);
    }
    ours_.hold(ends[0]);
    const Socket theirs(ends[1]);
    set_timeout();
    child_.emplace(program.command(), program.keeper(), theirs.file());
  }

  void start(const ExternalLane& lane, const montecopter_vehicle& vehicle, const double* parameters,
             const montecopter_input& first) {
    const std::vector<std::byte> packet =
        start_packet(vehicle, lane.sample, first.followed, program_.parameters(), parameters);
    send(packet.data(), packet.size());
    commands_ = vehicle.commands;
  }

  /// Sends an input. The process must be ready before the first one.
  void ask(const montecopter_input& input) {
    if (number_ == 0) take_answer(nullptr);
    if (number_ % updates_per_look == 0) child_->shorten_output();
    const UpdatePacket packet = update_packet(++number_, input, program_.set_point_width());
    send(&packet, sizeof(packet));
  }

  void update(const montecopter_input& input, double* commands) {
    take_answer(commands);
    require_finite(commands, input.time_s);
  }

 private:
  /// Sets the longest wait of recv(): no clock is read if answers come sooner.
  void set_timeout() const {
    timeval time{};
    time.tv_usec = look_again_us;
    if (::setsockopt(ours_.file(), SOL_SOCKET, SO_RCVTIMEO, &time, sizeof(time)) != 0) {
      fail_for_want_of("cannot set the timeout of its socket", errno);
    }
  }

  /// Sends a packet and starts the time limit of its answer.
  void send(const void* packet, std::size_t size) {
    end_ = Clock::now() + std::chrono::duration_cast<Clock::duration>(
                              std::chrono::duration<double>(program_.timeout_s()));
    while (::send(ours_.file(), packet, size, MSG_NOSIGNAL) < 0) {
      if (errno == EINTR) continue;
      AnswerTimeLimit::Wait wait(patience_);
      fail_as_it_ended(wait);
    }
  }

  /// Waits for the answer to the last packet.
  void take_answer(double* commands) {
    AnswerTimeLimit::Wait wait(patience_);
    AnswerBytes bytes;
    for (;;) {
      const std::size_t received = receive(bytes, wait);
      std::string text;
      switch (read_answer(std::span(bytes).first(received), number_, commands, text)) {
        case Answer::as_asked:
          return;
        case Answer::late:
          if (Clock::now() >= end_ || wait.is_given_up()) fail_to_answer();
          break;
        case Answer::failed:
          fail("it says: " + printable(text));
        case Answer::malformed:
          fail(text);
      }
    }
  }

  /// Reports commands that are not finite. The kernel would end the flight too, but without a
  /// reason.
  void require_finite(const double* commands, double time_s) const {
    for (std::size_t i = 0; i < commands_; ++i) {
      const double x = commands[i];
      if (std::isfinite(x)) continue;
      // The sign of a NaN is not reported: it means nothing.
      const char* what = std::isnan(x) ? "NaN" : x > 0 ? "inf" : "-inf";
      fail(fmt::format("its commands are not finite at t = {:.6g} s (command {} is {})", time_s, i,
                       what));
    }
  }

  /// Waits for the next packet and returns its size.
  std::size_t receive(AnswerBytes& bytes, AnswerTimeLimit::Wait& wait) {
    for (int flags = 0;; flags = MSG_DONTWAIT) {
      const ssize_t size = ::recv(ours_.file(), bytes.data(), bytes.size(), flags);
      if (size > 0) return static_cast<std::size_t>(size);
      if (size == 0 || (errno != EINTR && errno != EAGAIN)) fail_as_it_ended(wait);
      wait_until_readable(wait);
    }
  }

  /// Waits for a packet. It checks once more at the end, because this process may have been
  /// stopped. A killed program leaves its socket open if a process that it started holds it.
  void wait_until_readable(AnswerTimeLimit::Wait& wait) {
    for (;;) {
      Child::shorten_outputs();
      const bool has_ended = child_->has_ended();
      const auto now = Clock::now();
      const auto left = std::chrono::ceil<std::chrono::milliseconds>(end_ - now).count();
      pollfd polled = {.fd = ours_.file(), .events = POLLIN, .revents = 0};
      const auto most = std::clamp<decltype(left)>(left, 0, has_ended ? 0 : look_again_us / 1000);
      const int ready = ::poll(&polled, 1, static_cast<int>(most));
      if (ready > 0) return;
      if (has_ended) fail(child_->how_it_ended(0, wait));
      if ((ready == 0 && now >= end_) || wait.is_given_up()) fail_to_answer();
    }
  }

  [[noreturn]] void fail_as_it_ended(AnswerTimeLimit::Wait& wait) const {
    const std::chrono::duration<double> left = end_ - Clock::now();
    fail(child_->how_it_ended(left.count(), wait));
  }

  [[noreturn]] void fail_to_answer() const {
    fail(fmt::format("it did not answer packet {} within {} s", number_, program_.timeout_s()));
  }

  [[noreturn]] void fail(const std::string& why) const { fail_with_output(why, *child_); }

  static constexpr suseconds_t look_again_us = 20000;
  static constexpr std::uint64_t updates_per_look = 64;  ///< how often its output is checked

  const ExternalProcess& program_;
  AnswerTimeLimit* patience_;
  Clock::time_point end_;  ///< time limit of the last request
  Socket ours_;
  std::optional<Child> child_;
  std::uint64_t number_ = 0;  ///< number of the last packet
  std::size_t commands_ = 0;  ///< numbers of an update
};

// --- its functions, as a flight plan calls them --------------------------------------------------

int start_process(const void* program, const ExternalLane& lane, const montecopter_vehicle& vehicle,
                  const double* parameters, const montecopter_input& first) {
  return guarded<Conversation>(lane, [&] {
    flight_in<Conversation>(lane) =
        new Conversation(*static_cast<const ExternalProcess*>(program), lane.patience);
    flight_in<Conversation>(lane)->start(lane, vehicle, parameters, first);
  });
}

int send_to_process(const void*, const ExternalLane& lane, const montecopter_input& input) {
  return guarded<Conversation>(lane, [&] { flight_in<Conversation>(lane)->ask(input); });
}

int update_process(const void*, const ExternalLane& lane, const montecopter_input& input,
                   double* commands) {
  return guarded<Conversation>(lane,
                               [&] { flight_in<Conversation>(lane)->update(input, commands); });
}

// --- how it is run -------------------------------------------------------------------------------

std::vector<std::string> texts_of(const std::vector<ProgramWord>& words) {
  std::vector<std::string> texts;
  for (const ProgramWord& word : words) texts.push_back(word.text);
  return texts;
}

std::vector<bool> files_of(const std::vector<ProgramWord>& words) {
  std::vector<bool> files;
  for (const ProgramWord& word : words) files.push_back(word.is_file);
  return files;
}

}  // namespace

ExternalProcess::ExternalProcess(const ExternalController& controller, const std::string& where)
    : command_(texts_of(controller.words), files_of(controller.words), {"MONTECOPTER_SOCKET=3"}),
      timeout_s_(controller.timeout_s) {
  const std::string obstacle = command_.obstacle();
  if (!obstacle.empty()) {
    throw Error(
        ExitCode::usage,
        Problem{where, fmt::format("cannot run the program '{}'", controller.words.front().text),
                obstacle,
                "Make the file executable, or put its interpreter first: command = "
                "[\"python3\", \"./controller.py\"]"});
  }
  if (controller.set_points) set_point_width_ = width_of(*controller.set_points);
  plan_.program = this;
  plan_.functions = {start_process, nullptr, send_to_process, update_process,
                     finish_flight<Conversation>};
  plan_.memory_bytes = sizeof(void*);  // a pointer to Conversation
  plan_.commands_wrench = controller.commands_wrench();
  for (const auto& [name, number] : controller.parameters) {
    plan_.parameters[parameters_.size()].given = static_cast<int>(parameters_.size());
    parameters_.push_back(name);
  }
  plan_.parameter_count = parameters_.size();
}

std::string ExternalProcess::title() const { return "the program"; }

ExternalProgram::Cause ExternalProcess::cause_of_difference() const {
  return {
      "each flight has a new process, so it uses a clock, random numbers or a file of an "
      "earlier flight",
      "Make commands depend only on the packets of the flight"};
}

}  // namespace montecopter
