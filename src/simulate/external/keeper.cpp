#include "simulate/external/keeper.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <system_error>
#include <thread>
#include <vector>

#include "base/error.hpp"

namespace montecopter {
namespace {

/// What the keeper is told.
struct Message {
  std::int32_t begins;  ///< 1: the group has begun, 0: it has ended
  std::int32_t group;
};

void tell(int socket, Message message) {
  while (::send(socket, &message, sizeof(message), MSG_NOSIGNAL) < 0 && errno == EINTR) {
  }
}

/// Until the other end is closed, or its process is dead.
std::vector<pid_t> groups_left_by(int socket) {
  std::vector<pid_t> groups;
  for (;;) {
    Message message;
    const ssize_t size = ::recv(socket, &message, sizeof(message), 0);
    if (size < 0 && errno == EINTR) continue;
    if (size != sizeof(message)) return groups;
    if (message.begins != 0) {
      groups.push_back(message.group);
    } else {
      groups.erase(std::remove(groups.begin(), groups.end(), message.group), groups.end());
    }
  }
}

/// What is killed may still be at work for some moments.
void remove_folder(const std::string& folder) {
  constexpr int most_tries = 200;
  for (int k = 0; k < most_tries; ++k) {
    std::error_code failed;
    std::filesystem::remove_all(folder, failed);
    if (!failed) return;
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
  }
}

/// The whole life of the keeper. It is in a session of its own: what kills the group of montecopter
/// or comes from its terminal does not reach it.
[[noreturn]] void keep(int socket, const std::string& folder) {
  ::setsid();
  for (const int signal : {SIGINT, SIGTERM, SIGHUP, SIGQUIT}) std::signal(signal, SIG_IGN);
  for (const int signal : {SIGSEGV, SIGBUS, SIGABRT, SIGFPE, SIGILL}) {
    std::signal(signal, SIG_DFL);
  }
  const int null = ::open("/dev/null", O_RDWR | O_CLOEXEC);
  for (const int file : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO}) ::dup2(null, file);
  constexpr int own = STDERR_FILENO + 1;
  if (socket != own) ::dup2(socket, own);
  close_files_from(own + 1);
  if (::chdir("/") != 0) ::_exit(1);
  for (const pid_t group : groups_left_by(own)) ::kill(-group, SIGKILL);
  remove_folder(folder);
  ::_exit(0);
}

[[noreturn]] void fail(const std::string& where, const std::string& what, int error) {
  throw Error(ExitCode::io,
              fmt::format("{}: error: cannot {} ({}), so that no program of a controller is run. "
                          "Free what is short and run the same command again.",
                          where, what, std::strerror(error)));
}

}  // namespace

void close_files_from(int first) {
#ifdef SYS_close_range
  if (::syscall(SYS_close_range, static_cast<unsigned>(first), ~0u, 0u) == 0) return;
#endif
  const long end = ::sysconf(_SC_OPEN_MAX);
  for (int file = first; file < end; ++file) ::close(file);
}

Keeper::Keeper() {
  std::error_code none;
  const auto above = std::filesystem::temp_directory_path(none);
  folder_ =
      ((none ? std::filesystem::path("/tmp") : above) / "montecopter-flights-XXXXXX").string();
  if (::mkdtemp(folder_.data()) == nullptr) fail(folder_, "make a folder", errno);
  int ends[2];
  if (::socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, ends) != 0) {
    const int error = errno;
    ::rmdir(folder_.c_str());
    fail(folder_, "make a pair of sockets", error);
  }
  process_ = ::fork();
  if (process_ == 0) {
    ::close(ends[0]);
    keep(ends[1], folder_);
  }
  const int error = errno;
  ::close(ends[1]);
  socket_ = ends[0];
  if (process_ > 0) return;
  ::close(socket_);
  ::rmdir(folder_.c_str());
  fail(folder_, "start a process", error);
}

Keeper::~Keeper() {
  ::close(socket_);
  while (::waitpid(process_, nullptr, 0) < 0 && errno == EINTR) {
  }
}

void Keeper::keep_this_group() const { tell(socket_, {1, ::getpid()}); }

void Keeper::forget(pid_t group) const { tell(socket_, {0, group}); }

}  // namespace montecopter
