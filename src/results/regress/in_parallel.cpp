#include "results/regress/in_parallel.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <map>
#include <memory>
#include <new>
#include <optional>

#include "record/posix.hpp"
#include "simulate/external/library_calls.hpp"

namespace montecopter::regress {
namespace {

/// A process that examines one case, and its answer so far.
struct Worker {
  std::size_t number = 0;  ///< number of the case
  pid_t process = 0;
  record::Fd answers;
  std::unique_ptr<LibraryCalls> calls;  ///< library calls of the process
  std::string answer;
};

bool write_all(int fd, const std::string& text) {
  std::size_t sent = 0;
  while (sent < text.size()) {
    const ssize_t count = ::write(fd, text.data() + sent, text.size() - sent);
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) return false;
    sent += static_cast<std::size_t>(count);
  }
  return true;
}

/// Handles exit() called by a library: leaves without flushing or running handlers of the parent.
void end_at_once(int code, void*) { ::_exit(code); }

[[noreturn]] void work(const Case& examined, const HowToExamine& how, LibraryCalls& calls,
                       int out) {
  ::prctl(PR_SET_PDEATHSIG, SIGKILL);
  calls.note_here();
  ::on_exit(end_at_once, nullptr);
  for (const int signal : {SIGINT, SIGTERM}) {  // undoes the handlers of this program
    if (std::signal(signal, SIG_DFL) == SIG_IGN) std::signal(signal, SIG_IGN);
  }
  Examination examination;
  try {
    examination = examine(examined, how);
  } catch (const std::bad_alloc&) {
    examination = {.name = examined.name, .worst = "out of memory"};
    examination.details = "error: out of memory. Use fewer processes (-j).";
  } catch (const std::exception& error) {
    examination = {.name = examined.name, .worst = error.what()};
    examination.details = fmt::format("internal error: {}", error.what());
  }
  // Not exit(): this process must not write the buffers of the parent.
  ::_exit(write_all(out, pack(examination)) ? 0 : 1);
}

class Pool {
 public:
  Pool(const std::vector<Case>& cases, const HowToExamine& how) : cases_(cases), how_(how) {}
  ~Pool() {
    for (Worker& worker : workers_) {
      ::kill(worker.process, SIGKILL);
      (void)end_of(worker);
    }
  }
  Pool(const Pool&) = delete;
  Pool& operator=(const Pool&) = delete;

  std::size_t running() const { return workers_.size(); }

  void start(std::size_t number) {
    int ends[2];
    if (::pipe2(ends, O_CLOEXEC) != 0) {
      record::throw_errno(cases_[number].scenario, "make a pipe to fly it", errno);
    }
    record::Fd read(ends[0]), write(ends[1]);
    auto calls = std::make_unique<LibraryCalls>();
    const pid_t process = ::fork();
    if (process < 0)
      record::throw_errno(cases_[number].scenario, "start a process to fly it", errno);
    if (process == 0) work(cases_[number], how_, *calls, write.get());
    workers_.push_back({number, process, std::move(read), std::move(calls), {}});
  }

  /// Reads the available answers and hands over finished examinations.
  void wait(const std::function<void(std::size_t, Examination)>& finished) {
    std::vector<pollfd> polled;
    for (const Worker& worker : workers_) {
      polled.push_back({.fd = worker.answers.get(), .events = POLLIN, .revents = 0});
    }
    constexpr int look_again_ms = 100;
    if (::poll(polled.data(), polled.size(), look_again_ms) <= 0) return;
    for (std::size_t i = polled.size(); i-- > 0;) {
      if (polled[i].revents == 0 || read_some(workers_[i])) continue;
      const std::size_t number = workers_[i].number;
      Examination examination = examination_of(workers_[i]);
      workers_.erase(workers_.begin() + static_cast<std::ptrdiff_t>(i));
      finished(number, std::move(examination));
    }
  }

 private:
  /// Reads a piece of an answer; false at its end.
  static bool read_some(Worker& worker) {
    std::array<char, 65536> buffer;
    const ssize_t count = ::read(worker.answers.get(), buffer.data(), buffer.size());
    if (count < 0 && (errno == EINTR || errno == EAGAIN)) return true;
    if (count <= 0) return false;
    worker.answer.append(buffer.data(), static_cast<std::size_t>(count));
    return true;
  }

  static int end_of(const Worker& worker) {
    int status = 0;
    while (::waitpid(worker.process, &status, 0) < 0 && errno == EINTR) {
    }
    return status;
  }

  Examination examination_of(const Worker& worker) const {
    const int status = end_of(worker);
    Examination broken{.name = cases_[worker.number].name};
    const std::string& scenario = cases_[worker.number].scenario;
    try {
      // A library may end the process with status 0.
      if (status == 0) return unpack(worker.answer);
    } catch (const Error&) {
    }
    if (const std::string by_library = worker.calls->end_text(status); !by_library.empty()) {
      broken.worst = by_library;
      broken.details = fmt::format("{}: error: {}. {}.", scenario, by_library, library_end_advice);
      return broken;
    }
    const std::string how = WIFSIGNALED(status) ? fmt::format("signal {} ({})", WTERMSIG(status),
                                                              ::strsignal(WTERMSIG(status)))
                                                : std::string("exiting without an answer");
    broken.worst = "its process ended by " + how;
    broken.details = fmt::format("{}: error: the process that flew it ended by {}.", scenario, how);
    return broken;
  }

  const std::vector<Case>& cases_;
  const HowToExamine& how_;
  std::vector<Worker> workers_;
};

}  // namespace

void examine_in_parallel(const std::vector<Case>& cases, const HowToExamine& how, int processes,
                         const std::function<bool()>& stop, const Take& take) {
  Pool pool(cases, how);
  std::map<std::size_t, Examination> done;
  std::size_t started = 0, taken = 0;
  while (taken < cases.size()) {
    if (stop()) return;
    while (started < cases.size() && pool.running() < static_cast<std::size_t>(processes)) {
      pool.start(started++);
    }
    pool.wait([&](std::size_t number, Examination one) { done.emplace(number, std::move(one)); });
    for (auto at = done.begin(); at != done.end() && at->first == taken; at = done.erase(at)) {
      take(at->second);
      ++taken;
    }
  }
}

}  // namespace montecopter::regress
