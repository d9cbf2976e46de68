#include "simulate/external/child.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <stdexcept>
#include <system_error>
#include <thread>
#include <vector>

#include "core/base/error.hpp"
#include "core/base/printable.hpp"

extern char** environ;

namespace montecopter {
namespace {

namespace fs = std::filesystem;

constexpr int first_own_file = 3;  // of the child: its socket

/// Bytes at the end of its output that are reported, and bytes that are kept. More is kept only
/// briefly.
constexpr std::streamoff looked_at = 4096, most_kept = 1 << 20;

/// Children run by this thread: it flies their flights, starts them and ends them.
thread_local std::vector<Child*> running;

/// Path of a program without a folder in its name; "" if PATH has none.
std::string on_path(const std::string& name) {
  const char* path = std::getenv("PATH");
  const std::string folders = path != nullptr ? path : "/usr/bin:/bin";
  for (std::size_t begin = 0; begin <= folders.size();) {
    const std::size_t end = std::min(folders.find(':', begin), folders.size());
    const fs::path candidate = fs::path(folders.substr(begin, end - begin)) / name;
    // An empty folder would be the current one, which is not searched.
    if (end > begin && ::access(candidate.c_str(), X_OK) == 0) return candidate.string();
    begin = end + 1;
  }
  return "";
}

std::vector<char*> pointers_to(std::vector<std::string>& texts) {
  std::vector<char*> pointers;
  for (std::string& text : texts) pointers.push_back(text.data());
  pointers.push_back(nullptr);
  return pointers;
}

/// Data that a child needs before it becomes another program, prepared before the fork.
struct Preparation {
  const char* folder;
  const char* log;
  int socket, report;  ///< files; the second reports failures to the parent
  pid_t parent;
};

/// The reason why a child cannot become its program.
struct Obstacle {
  std::int32_t error = 0;  ///< errno; 0: no obstacle
  std::int32_t is_of_program = 0;
};

/// Runs from the fork to the program. Other threads may have held any lock, so it calls only
/// functions that are safe in signal handlers.
[[noreturn]] void become(const Preparation& made, const Keeper& keeper, const char* path,
                         char* const* arguments, char* const* variables) {
  ::prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (::getppid() != made.parent) ::_exit(1);
  ::setpgid(0, 0);
  keeper.keep_this_group();
  sigset_t none;
  ::sigemptyset(&none);
  ::sigprocmask(SIG_SETMASK, &none, nullptr);
  struct sigaction as_usual {};
  as_usual.sa_handler = SIG_DFL;
  for (int signal = 1; signal < NSIG; ++signal) ::sigaction(signal, &as_usual, nullptr);
  // Moves files that must survive out of the way of files that they replace.
  constexpr int room = 16;
  const int null = ::open("/dev/null", O_RDONLY | O_CLOEXEC);
  const int socket = ::fcntl(made.socket >= 0 ? made.socket : null, F_DUPFD_CLOEXEC, room);
  const int report = ::fcntl(made.report, F_DUPFD_CLOEXEC, room);
  const int log = ::open(made.log, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600);
  bool good = socket >= 0 && report >= 0 && null >= 0 && log >= 0 && ::chdir(made.folder) == 0;
  good = good && ::dup2(null, STDIN_FILENO) >= 0 && ::dup2(log, STDOUT_FILENO) >= 0 &&
         ::dup2(log, STDERR_FILENO) >= 0 && ::dup2(socket, first_own_file) >= 0 &&
         ::dup2(report, first_own_file + 1) >= 0 &&
         ::fcntl(first_own_file + 1, F_SETFD, FD_CLOEXEC) == 0;
  if (good) {
    close_files_from(first_own_file + 2);
    ::execve(path, arguments, variables);
  }
  const int error = errno;
  const bool is_short = error == EAGAIN || error == ENOMEM || error == EMFILE || error == ENFILE;
  const Obstacle obstacle = {error, good && !is_short ? 1 : 0};
  const int to = good ? first_own_file + 1 : made.report;
  (void)!::write(to, &obstacle, sizeof(obstacle));
  ::_exit(1);
}

Obstacle obstacle_in(int report) {
  Obstacle obstacle;
  ssize_t size = 0;
  do {
    size = ::read(report, &obstacle, sizeof(obstacle));
  } while (size < 0 && errno == EINTR);
  return size == sizeof(obstacle) ? obstacle : Obstacle{};
}

/// Throws if it could not be started. The process still has to be waited for.
void require_started(int report, const std::string& path) {
  const Obstacle obstacle = obstacle_in(report);
  ::close(report);
  if (obstacle.error == 0) return;
  if (obstacle.is_of_program == 0) fail_for_want_of("cannot start it", obstacle.error);
  throw std::runtime_error(fmt::format("cannot run '{}': {}", path, std::strerror(obstacle.error)));
}

/// How a child has ended, without waiting for it; "" if it has not.
std::string end_of(pid_t process) {
  siginfo_t info{};
  const int failed =
      ::waitid(P_PID, static_cast<id_t>(process), &info, WEXITED | WNOHANG | WNOWAIT);
  if (failed != 0 || info.si_pid != process) return "";
  if (info.si_code == CLD_EXITED) {
    return fmt::format("it exited with status {}", info.si_status);
  }
  return fmt::format("it was killed by signal {} ({})", info.si_status,
                     ::strsignal(info.si_status));
}

void replace_all(std::string& text, const std::string& what, const std::string& by) {
  for (std::size_t at = text.find(what); at != std::string::npos; at = text.find(what, at)) {
    text.replace(at, what.size(), by);
  }
}

/// The last bytes of a file.
std::string tail(const std::string& path, std::streamoff most) {
  std::ifstream file(path, std::ios::binary | std::ios::ate);
  if (!file) return "";
  const std::streamoff size = file.tellg();
  file.seekg(std::max<std::streamoff>(size - most, 0));
  std::string text(static_cast<std::size_t>(std::min(size, most)), '\0');
  file.read(text.data(), static_cast<std::streamsize>(text.size()));
  text.resize(static_cast<std::size_t>(std::max<std::streamsize>(file.gcount(), 0)));
  return text;
}

}  // namespace

Command::Command(std::vector<std::string> words, const std::vector<bool>& files,
                 const std::vector<std::string>& variables)
    : words_(std::move(words)) {
  for (std::size_t i = 0; i < words_.size(); ++i) {
    if (files[i]) words_[i] = fs::absolute(words_[i]).lexically_normal().string();
  }
  path_ = words_.front().find('/') == std::string::npos ? on_path(words_.front()) : words_.front();
  for (char** variable = environ; *variable != nullptr; ++variable) {
    environment_.emplace_back(*variable);
  }
  environment_.insert(environment_.end(), variables.begin(), variables.end());
  arguments_ = pointers_to(words_);
  variables_ = pointers_to(environment_);
}

std::string Command::obstacle() const {
  if (path_.empty()) return "PATH has no program of that name";
  if (::access(path_.c_str(), X_OK) != 0) return std::strerror(errno);
  return fs::is_directory(path_) ? "it is a folder" : "";
}

void fail_for_want_of(const std::string& what, int error) {
  throw Error(ExitCode::io, Problem{"controller", "its program cannot be run here now",
                                    fmt::format("{}: {}", what, std::strerror(error)),
                                    "Free resources, and run the same command again"});
}

Child::Child(const Command& command, const Keeper& keeper, int socket) : keeper_(keeper) {
  static std::atomic<std::uint64_t> next{0};
  folder_ = fmt::format("{}/{}", keeper.folder(), next++);
  log_ = folder_ + ".log";
  if (::mkdir(folder_.c_str(), 0700) != 0) fail_for_want_of("cannot create its folder", errno);
  int report[2];
  if (::pipe2(report, O_CLOEXEC) != 0) fail_for_want_of("cannot create its pipe", errno);
  const Preparation made = {folder_.c_str(), log_.c_str(), socket, report[1], ::getpid()};
  process_ = ::fork();
  if (process_ == 0) {
    become(made, keeper, command.path_.c_str(), command.arguments_.data(),
           command.variables_.data());
  }
  const int error = errno;
  ::close(report[1]);
  if (process_ < 0) {
    ::close(report[0]);
    fail_for_want_of("cannot start a process", error);
  }
  try {
    require_started(report[0], command.path_);
  } catch (...) {
    end();
    throw;
  }
  running.push_back(this);
}

Child::~Child() {
  std::erase(running, this);
  end();
}

/// Kills the process and everything that it has started, and waits for it. The keeper forgets the
/// group first, because afterwards another process may get its number.
void Child::end() {
  ::kill(-process_, SIGKILL);
  ::kill(process_, SIGKILL);
  keeper_.forget(process_);
  while (::waitpid(process_, nullptr, 0) < 0 && errno == EINTR) {
  }
  std::error_code ignored;
  fs::remove_all(folder_, ignored);
  fs::remove(log_, ignored);
}

bool Child::has_ended() const { return !end_of(process_).empty(); }

std::string Child::how_it_ended(double at_most_s, AnswerTimeLimit::Wait& wait) const {
  using Clock = std::chrono::steady_clock;
  const auto last = Clock::now() + std::chrono::duration<double>(at_most_s);
  for (;;) {
    const std::string how = end_of(process_);
    if (!how.empty()) return how;
    if (Clock::now() >= last || wait.is_given_up()) return "it closed its socket";
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
}

void Child::shorten_output() {
  struct stat log {};
  if (::stat(log_.c_str(), &log) != 0 || log.st_size <= most_kept) return;
  cut_ = tail(log_, looked_at);
  // Output printed meanwhile is lost; later output is appended.
  (void)!::truncate(log_.c_str(), 0);
}

void Child::shorten_outputs() {
  for (Child* child : running) child->shorten_output();
}

bool Child::has_printed(const std::string& text) const {
  return (cut_ + tail(log_, most_kept)).find(text) != std::string::npos;
}

std::string Child::said(std::size_t most_bytes) const {
  std::string text = cut_ + tail(log_, looked_at);
  // The folder differs at every run.
  replace_all(text, folder_, ".");
  std::replace(text.begin(), text.end(), '\n', ' ');
  std::replace(text.begin(), text.end(), '\t', ' ');
  text = printable(text);
  text.erase(text.find_last_not_of(' ') + 1);
  text.erase(0, text.find_first_not_of(' '));
  const std::string dots = "...";
  if (cut_.empty() && text.size() <= most_bytes) return text;
  std::size_t from = text.size() - std::min(most_bytes - dots.size(), text.size());
  while (from < text.size() && (text[from] & 0xc0) == 0x80) ++from;
  return dots + text.substr(from);
}

}  // namespace montecopter
