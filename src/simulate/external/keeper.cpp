#include "simulate/external/keeper.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <system_error>
#include <thread>
#include <type_traits>
#include <vector>

#include "core/base/error.hpp"

namespace montecopter {
namespace {

/// The messages that the keeper receives.
struct Message {
  std::int32_t begins;  ///< 1: the group has begun, 0: it has ended
  std::int32_t group;
};

/// Sent once by the keeper, when no kill of montecopter can end it any more.
struct Readiness {
  std::int32_t error = 0;         ///< errno if it could not make the folder
  std::array<char, 8> letters{};  ///< six that end the folder's name, then zeros
};

/// Length of the ending that mkdtemp() replaces: six times X at the end of a name.
constexpr std::size_t letters_of_name = 6;

template <class M>
inline constexpr bool is_sendable =
    std::is_trivially_copyable_v<M>&& std::has_unique_object_representations_v<M>;

template <class M>
void tell(int socket, const M& message) {
  static_assert(is_sendable<M>);
  while (::send(socket, &message, sizeof(message), MSG_NOSIGNAL) < 0 && errno == EINTR) {
  }
}

/// False if the other end is closed, or its process is dead.
template <class M>
bool hear(int socket, M& message) {
  static_assert(is_sendable<M>);
  ssize_t size = 0;
  do {
    size = ::recv(socket, &message, sizeof(message), 0);
  } while (size < 0 && errno == EINTR);
  return size == sizeof(message);
}

/// Collects groups until the other end is closed, or its process is dead.
std::vector<pid_t> groups_left_by(int socket) {
  std::vector<pid_t> groups;
  for (Message message; hear(socket, message);) {
    if (message.begins != 0) {
      groups.push_back(message.group);
    } else {
      groups.erase(std::remove(groups.begin(), groups.end(), message.group), groups.end());
    }
  }
  return groups;
}

/// Removes the folder. Killed processes may still work for some moments.
void remove_folder(const std::string& folder) {
  constexpr int most_tries = 200;
  for (int k = 0; k < most_tries; ++k) {
    std::error_code failed;
    std::filesystem::remove_all(folder, failed);
    if (!failed) return;
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
  }
}

/// Makes the folder, from a directory that cannot be removed. Allocates nothing: montecopter waits,
/// and another of its threads may have held the allocator's lock at the fork.
Readiness make_folder(std::string& folder) {
  Readiness readiness;
  if (::chdir("/") != 0 || ::mkdtemp(folder.data()) == nullptr) {
    readiness.error = errno;
  } else {
    std::copy_n(folder.end() - letters_of_name, letters_of_name, readiness.letters.begin());
  }
  return readiness;
}

/// Runs the keeper from start to end. It has its own session, so a kill of montecopter's process
/// group or terminal does not reach it. Before that it makes nothing, and montecopter starts no
/// program: everything made has its keeper.
[[noreturn]] void keep(int socket, std::string& folder) {
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
  const Readiness readiness = make_folder(folder);
  tell(own, readiness);
  if (readiness.error != 0) ::_exit(1);
  for (const pid_t group : groups_left_by(own)) ::kill(-group, SIGKILL);
  remove_folder(folder);
  ::_exit(0);
}

[[noreturn]] void fail(const std::string& where, const std::string& what, int error) {
  throw Error(ExitCode::io, Problem{where,
                                    fmt::format("cannot {} ({}), which controller programs need",
                                                what, std::strerror(error)),
                                    "", "Free resources, and run the same command again"});
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
  std::error_code none, unknown;
  const auto above = std::filesystem::temp_directory_path(none);
  folder_ =
      (std::filesystem::absolute(none ? "/tmp" : above, unknown) / "montecopter-flights-").string();
  std::string pattern = folder_ + std::string(letters_of_name, 'X');
  if (unknown) fail(pattern, "find the temporary folder", unknown.value());
  int ends[2];
  if (::socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, ends) != 0) {
    fail(pattern, "create a pair of sockets", errno);
  }
  process_ = ::fork();
  if (process_ == 0) {
    ::close(ends[0]);
    keep(ends[1], pattern);
  }
  const int error = errno;
  ::close(ends[1]);
  socket_ = ends[0];
  if (process_ < 0) {
    ::close(socket_);
    fail(pattern, "start a helper process", error);
  }
  Readiness readiness;
  const bool is_heard = hear(socket_, readiness);
  folder_.append(readiness.letters.data(), letters_of_name);
  if (is_heard && readiness.error == 0) return;
  end();
  if (!is_heard) fail(pattern, "keep a helper process", ECHILD);
  fail(pattern, "create a folder", readiness.error);
}

Keeper::~Keeper() { end(); }

void Keeper::end() {
  ::close(socket_);
  while (::waitpid(process_, nullptr, 0) < 0 && errno == EINTR) {
  }
}

void Keeper::keep_this_group() const { tell(socket_, Message{1, ::getpid()}); }

void Keeper::forget(pid_t group) const { tell(socket_, Message{0, group}); }

}  // namespace montecopter
