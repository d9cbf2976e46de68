#include "record/isolate.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <new>
#include <optional>

#include "core/base/error.hpp"
#include "record/posix.hpp"

namespace montecopter::record {
namespace {

constexpr rlim_t memory_allowance = 2ull << 30;  // [byte] in addition to the parent's memory
constexpr rlim_t processor_time_s = 10;
constexpr std::size_t longest_answer = 256u << 20;  // [byte] far more than any real file gives

/// Exit code of a child that has used up its memory limit.
constexpr int out_of_allowance = 3;
/// Exit code of a child that could not return its answer.
constexpr int not_answered = 4;

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
  return pages * static_cast<rlim_t>(::sysconf(_SC_PAGESIZE));
}

/// Lowers a limit; false if a lower limit existed already.
bool lower_limit(int resource, rlim_t value) {
  struct rlimit limit = {};
  if (::getrlimit(static_cast<__rlimit_resource>(resource), &limit) != 0) return false;
  if (limit.rlim_cur != RLIM_INFINITY && limit.rlim_cur <= value) return false;
  limit.rlim_cur = value;
  return ::setrlimit(static_cast<__rlimit_resource>(resource), &limit) == 0;
}

/// Whether this process has less address space than a child may use. A crash then says nothing
/// about the file: the stack may have failed to grow.
bool has_little_memory() {
  struct rlimit limit = {};
  return ::getrlimit(RLIMIT_AS, &limit) == 0 && limit.rlim_cur != RLIM_INFINITY &&
         limit.rlim_cur <= mapped_now() + memory_allowance;
}

/// Prepares the child so that a crash is silent and final: no handlers of the parent, no core, no
/// text. Returns whether the memory limit is exactly ours.
bool enter_child() {
  // Ends the child with its parent: nobody would wait for its answer.
  ::prctl(PR_SET_PDEATHSIG, SIGKILL);
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
#ifdef MONTECOPTER_SANITIZED  // the sanitizers reserve terabytes of address space
  return false;
#else
  return lower_limit(RLIMIT_AS, mapped_now() + memory_allowance);
#endif
}

/// Answer of the child. Its first byte is the exit code of the error that follows, or 0 before a
/// result.
std::string answer_of(const std::string& path, bool our_limit,
                      const std::function<std::string()>& work) {
  try {
    return '\0' + work();
  } catch (const Error& error) {
    return static_cast<char>(error.code()) + std::string(error.what());
  } catch (const std::bad_alloc&) {
    if (our_limit) ::_exit(out_of_allowance);
    return static_cast<char>(ExitCode::io) + path +
           ": error: cannot examine it (out of memory). Free memory and run the same command "
           "again.";
  } catch (const std::exception& error) {
    return static_cast<char>(ExitCode::internal) + std::string("error: ") + error.what() + ".";
  }
}

[[noreturn]] void run_child(int out, const std::string& path,
                            const std::function<std::string()>& work) {
  const bool our_limit = enter_child();
  const std::string answer = answer_of(path, our_limit, work);
  std::size_t sent = 0;
  while (sent < answer.size()) {
    const ssize_t count = ::write(out, answer.data() + sent, answer.size() - sent);
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) ::_exit(not_answered);
    sent += static_cast<std::size_t>(count);
  }
  // Leaves by _exit(), not exit(): handlers and buffers of the parent do not belong to the child.
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

struct Attempt {
  std::string answer;
  int status = 0;  ///< of waitpid()
  bool answered() const { return status == 0 && !answer.empty(); }
};

Attempt attempt(const std::string& path, const std::function<std::string()>& work) {
  Pipe pipe = make_pipe(path);
  const pid_t child = [] {
    const std::lock_guard<std::mutex> alone(in_hdf5());
    return ::fork();
  }();
  if (child < 0) throw_errno(path, "start a child process to examine it", errno);
  if (child == 0) run_child(pipe.write.get(), path, work);
  pipe.write.close();
  Attempt made;
  try {
    made.answer = read_answer(pipe.read.get(), path);
  } catch (...) {
    ::kill(child, SIGKILL);
    wait_for(child);
    throw;
  }
  // Longer than any answer: the child is killed, and the caller refuses the answer.
  if (made.answer.size() > longest_answer) ::kill(child, SIGKILL);
  made.status = wait_for(child);
  return made;
}

/// What the library did to its process, for the sentence "its process failed twice: ..."; nothing
/// if another process ended it.
std::optional<std::string> own_end(const Attempt& made) {
  const int status = made.status;
  if (made.answer.size() > longest_answer) return "its answer was too long";
  if (WIFEXITED(status) && WEXITSTATUS(status) == out_of_allowance) {
    return fmt::format("it exceeded its memory limit of {} GiB", memory_allowance >> 30);
  }
  if (WIFEXITED(status) && WEXITSTATUS(status) == not_answered) return std::nullopt;
  if (!WIFSIGNALED(status)) return "it exited without an answer";
  const int signal = WTERMSIG(status);
  if (signal == SIGXCPU) {
    return fmt::format("it exceeded its CPU time limit of {} s", processor_time_s);
  }
  for (const int crash : {SIGSEGV, SIGBUS, SIGABRT, SIGFPE, SIGILL, SIGSYS, SIGTRAP}) {
    if (signal == crash && !has_little_memory())
      return fmt::format("it was killed by signal {} ({})", signal, ::strsignal(signal));
  }
  return std::nullopt;
}

[[noreturn]] void throw_ended(const std::string& path, int status) {
  const std::string how =
      WIFSIGNALED(status)
          ? fmt::format("was killed from outside by signal {}; perhaps memory ran out",
                        WTERMSIG(status))
          : std::string("could not return its answer");
  throw Error(ExitCode::io,
              Problem{path, "cannot examine it", fmt::format("the child process {}", how),
                      "Run the same command again"});
}

std::string result_of(const std::string& answer) {
  if (answer[0] == 0) return answer.substr(1);
  throw Error(static_cast<ExitCode>(static_cast<unsigned char>(answer[0])), answer.substr(1));
}

}  // namespace

std::mutex& in_hdf5() {
  static std::mutex mutex;
  return mutex;
}

std::string run_isolated(const std::string& path, const std::function<std::string()>& work) {
  for (bool again = false;; again = true) {
    const Attempt made = attempt(path, work);
    if (made.answered()) return result_of(made.answer);
    const auto end = own_end(made);
    if (!end) throw_ended(path, made.status);
    if (!again) continue;
    throw Error(ExitCode::refused,
                Problem{path, "HDF5 cannot read it",
                        fmt::format("its process failed twice: {}", *end), "Name another file"});
  }
}

}  // namespace montecopter::record
