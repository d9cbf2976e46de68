#include "record/isolate.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstdlib>

#include "base/error.hpp"
#include "record/posix.hpp"

namespace montecopter::record {
namespace {

[[maybe_unused]] constexpr rlim_t memory_allowance =
    2ull << 30;  // [byte] on top of what the parent maps
constexpr rlim_t processor_time_s = 10;
constexpr std::size_t longest_answer = 256u << 20;  // [byte] far more than any real file gives

/// First byte of an answer: the exit code of the error that follows, or 0 and then the result.
struct Pipe {
  Fd read;
  Fd write;
};

Pipe make_pipe(const std::string& path) {
  int ends[2];
  if (::pipe2(ends, O_CLOEXEC) != 0) throw_errno(path, "make a pipe to read it", errno);
  return {Fd(ends[0]), Fd(ends[1])};
}

/// Address space in use, which the child inherits. [byte]
[[maybe_unused]] rlim_t mapped_now() {
  unsigned long pages = 0;
  if (std::FILE* file = std::fopen("/proc/self/statm", "re")) {
    if (std::fscanf(file, "%lu", &pages) != 1) pages = 0;
    std::fclose(file);
  }
  return static_cast<rlim_t>(pages) * static_cast<rlim_t>(::sysconf(_SC_PAGESIZE));
}

void lower_limit(int resource, rlim_t value) {
  struct rlimit limit = {};
  if (::getrlimit(static_cast<__rlimit_resource>(resource), &limit) != 0) return;
  if (limit.rlim_cur != RLIM_INFINITY && limit.rlim_cur <= value) return;
  limit.rlim_cur = value;
  ::setrlimit(static_cast<__rlimit_resource>(resource), &limit);
}

/// A crash in the child shall be silent and final: no handlers of the parent, no core, no text.
void enter_child() {
  for (const int signal : {SIGSEGV, SIGBUS, SIGABRT, SIGFPE, SIGILL, SIGXCPU}) {
    std::signal(signal, SIG_DFL);
  }
  // Ctrl-C reaches the child too; the parent decides what it means, a few milliseconds later.
  for (const int signal : {SIGINT, SIGTERM, SIGHUP}) std::signal(signal, SIG_IGN);
  const int null = ::open("/dev/null", O_RDWR | O_CLOEXEC);
  if (null >= 0) {
    ::dup2(null, STDOUT_FILENO);
    ::dup2(null, STDERR_FILENO);
  }
  lower_limit(RLIMIT_CORE, 0);
  lower_limit(RLIMIT_CPU, processor_time_s);
#ifndef MONTECOPTER_SANITIZED  // the sanitizers reserve terabytes of address space
  lower_limit(RLIMIT_AS, mapped_now() + memory_allowance);
#endif
  // Files are locked by us, in our way; HDF5's own lock fails on some network file systems.
  ::setenv("HDF5_USE_FILE_LOCKING", "FALSE", 1);
}

std::string answer_of(const std::function<std::string()>& work) {
  try {
    return '\0' + work();
  } catch (const Error& error) {
    return static_cast<char>(error.code()) + std::string(error.what());
  } catch (const std::exception& error) {
    return static_cast<char>(ExitCode::internal) + std::string("error: ") + error.what() + ".";
  }
}

[[noreturn]] void run_child(int out, const std::function<std::string()>& work) {
  enter_child();
  const std::string answer = answer_of(work);
  std::size_t sent = 0;
  while (sent < answer.size()) {
    const ssize_t count = ::write(out, answer.data() + sent, answer.size() - sent);
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) ::_exit(1);
    sent += static_cast<std::size_t>(count);
  }
  // Not exit(): what the parent has registered or buffered is none of the child's business.
  ::_exit(0);
}

std::string read_answer(int in, const std::string& path) {
  std::string answer;
  std::array<char, 65536> buffer;
  while (answer.size() <= longest_answer) {
    const ssize_t count = ::read(in, buffer.data(), buffer.size());
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) throw_errno(path, "read from the child process that examines it", errno);
    if (count == 0) break;
    answer.append(buffer.data(), static_cast<std::size_t>(count));
  }
  return answer;
}

int wait_for(pid_t child) {
  int status = 0;
  while (::waitpid(child, &status, 0) < 0 && errno == EINTR) {
  }
  return status;
}

[[noreturn]] void throw_crash(const std::string& path, int status) {
  const int signal = WIFSIGNALED(status) ? WTERMSIG(status) : 0;
  const std::string how = signal == SIGXCPU || signal == SIGKILL ? "did not come to an end"
                          : signal != 0 ? fmt::format("crashed with signal {}", signal)
                                        : std::string("stopped in the middle");
  throw Error(ExitCode::refused, fmt::format("{}: error: cannot use this file (the HDF5 library {} "
                                             "on it, so it is damaged). Restore it from a copy.",
                                             path, how));
}

}  // namespace

std::string run_isolated(const std::string& path, const std::function<std::string()>& work) {
  Pipe pipe = make_pipe(path);
  const pid_t child = ::fork();
  if (child < 0) throw_errno(path, "start a child process to examine it", errno);
  if (child == 0) run_child(pipe.write.get(), work);
  pipe.write.close();
  std::string answer;
  try {
    answer = read_answer(pipe.read.get(), path);
  } catch (...) {
    ::kill(child, SIGKILL);
    wait_for(child);
    throw;
  }
  if (answer.size() > longest_answer) ::kill(child, SIGKILL);
  const int status = wait_for(child);
  if (status != 0 || answer.empty()) throw_crash(path, status);
  if (answer[0] != 0) {
    throw Error(static_cast<ExitCode>(static_cast<unsigned char>(answer[0])), answer.substr(1));
  }
  return answer.substr(1);
}

}  // namespace montecopter::record
