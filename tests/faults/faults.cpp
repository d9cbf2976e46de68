/// A library to preload that lets one system call of a program fail or wait, kills a child, or puts
/// another file in the place of one that is being written:
///
///     FAULT=CALL:N:EFFECT[:child]   the N-th CALL; "N+" is that one and all that follow
///     FAULT_LOG=FILE                says in FILE that it happened; at the end, how often each was
///                                   called ("pwrite 31", "child pread 7")
///     FAULT_FROM, FAULT_TO          what EFFECT `swap` renames before the call
///     FAULT_GATE=FILE               where EFFECT `gate` waits before the call: while there is that
///                                   file, into which it writes a line with its process number
///
/// EFFECT is the name of an errno, of a signal (of a child that CALL `fork` starts), `swap`,
/// `gate`, or `late`: the call takes 5 ms longer.
/// Calls are counted in each process; a child goes on from the numbers of its parent. With `child`
/// only those after the fork are meant.

#include <dlfcn.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <csignal>
#include <cstdarg>
#include <cstdio>
#include <cstdlib>
#include <cstring>

namespace {

enum Call {
  call_open,
  call_fstat,
  call_stat,
  call_lstat,
  call_pread,
  call_pwrite,
  call_read,
  call_write,
  call_fallocate,
  call_ftruncate,
  call_fdatasync,
  call_fsync,
  call_renameat2,
  call_unlink,
  call_pipe2,
  call_fork,
  call_fcntl,
  call_count
};

const char* const call_names[] = {"open",      "fstat", "stat",      "lstat",     "pread",
                                  "pwrite",    "read",  "write",     "fallocate", "ftruncate",
                                  "fdatasync", "fsync", "renameat2", "unlink",    "pipe2",
                                  "fork",      "fcntl"};

struct Effect {
  const char* name;
  int number;
};

const Effect errors[] = {{"EIO", EIO},     {"ENOSPC", ENOSPC}, {"EMFILE", EMFILE},
                         {"EINTR", EINTR}, {"EDQUOT", EDQUOT}, {"EOPNOTSUPP", EOPNOTSUPP}};
const Effect signals[] = {{"SIGKILL", SIGKILL}, {"SIGSEGV", SIGSEGV}, {"SIGXCPU", SIGXCPU}};

std::atomic<long> calls[call_count];
long calls_before_fork[call_count];
bool is_child = false;

/// The real function.
template <class Function>
Function* real(const char* name) {
  return reinterpret_cast<Function*>(::dlsym(RTLD_NEXT, name));
}

/// False if there is no such file and it shall not be made.
bool append(const char* path, int make, const char* text) {
  const int fd = real<int(const char*, int, ...)>("open")(path, O_WRONLY | O_APPEND | make, 0600);
  if (fd < 0) return false;
  if (real<ssize_t(int, const void*, size_t)>("write")(fd, text, std::strlen(text)) < 0)
    std::abort();
  ::close(fd);
  return true;
}

void log(const char* text) {
  if (const char* path = std::getenv("FAULT_LOG")) append(path, O_CREAT, text);
}

/// Signals are taken meanwhile as always.
void wait_at_gate() {
  const char* path = std::getenv("FAULT_GATE");
  char line[32];
  std::snprintf(line, sizeof line, "%ld\n", static_cast<long>(::getpid()));
  if (!append(path, 0, line)) return;
  while (::access(path, F_OK) == 0) ::usleep(1000);
}

struct Wish {
  char call[16] = "";
  long number = 0;
  char effect[16] = "";
  bool and_later = false;
  bool in_child = false;
};

Wish wished() {
  Wish wish;
  const char* text = std::getenv("FAULT");
  char plus[2] = "";
  char where[8] = "";
  if (!text) return wish;
  if (std::sscanf(text, "%15[^:]:%ld%1[+]:%15[^:]:%7s", wish.call, &wish.number, plus, wish.effect,
                  where) < 4) {
    std::sscanf(text, "%15[^:]:%ld:%15[^:]:%7s", wish.call, &wish.number, wish.effect, where);
  }
  wish.and_later = plus[0] == '+';
  wish.in_child = std::strcmp(where, "child") == 0;
  return wish;
}

/// Counts a call; true if it is the one that shall have an effect.
bool is_meant(Call call, const Wish& wish) {
  const long number = ++calls[call] - (wish.in_child ? calls_before_fork[call] : 0);
  if (std::strcmp(wish.call, call_names[call]) != 0 || wish.in_child != is_child) return false;
  return wish.and_later ? number >= wish.number : number == wish.number;
}

/// The errno that a call shall fail with; 0 if it shall go on.
int failure(Call call) {
  const Wish wish = wished();
  if (!is_meant(call, wish)) return 0;
  log("fired\n");
  if (std::strcmp(wish.effect, "swap") == 0) {
    std::rename(std::getenv("FAULT_FROM"), std::getenv("FAULT_TO"));
    return 0;
  }
  if (std::strcmp(wish.effect, "gate") == 0) {
    wait_at_gate();
    return 0;
  }
  if (std::strcmp(wish.effect, "late") == 0) {
    ::usleep(5000);
    return 0;
  }
  for (const Effect& error : errors) {
    if (std::strcmp(wish.effect, error.name) == 0) return error.number;
  }
  std::abort();  // a mistake of the test
}

void log_counts() {
  char line[64];
  for (int call = 0; call < call_count; ++call) {
    const long before = is_child ? calls_before_fork[call] : 0;
    std::snprintf(line, sizeof line, "%s%s %ld\n", is_child ? "child " : "", call_names[call],
                  calls[call] - before);
    log(line);
  }
}

struct AtTheEnd {
  ~AtTheEnd() { log_counts(); }
} at_the_end;

/// Calls the real function unless it shall fail.
template <class Result, class... Arguments>
Result call_or_fail(Call call, const char* name, Arguments... arguments) {
  if (const int error = failure(call)) {
    errno = error;
    return -1;
  }
  return real<Result(Arguments...)>(name)(arguments...);
}

}  // namespace

extern "C" {

int open(const char* path, int flags, ...) {
  va_list rest;
  va_start(rest, flags);
  const unsigned mode = (flags & O_CREAT) != 0 ? va_arg(rest, unsigned) : 0;
  va_end(rest);
  return call_or_fail<int>(call_open, "open", path, flags, mode);
}
int fstat(int fd, struct stat* status) noexcept {
  return call_or_fail<int>(call_fstat, "fstat", fd, status);
}
int stat(const char* path, struct stat* status) noexcept {
  return call_or_fail<int>(call_stat, "stat", path, status);
}
int lstat(const char* path, struct stat* status) noexcept {
  return call_or_fail<int>(call_lstat, "lstat", path, status);
}
ssize_t pread(int fd, void* to, size_t size, off_t at) {
  return call_or_fail<ssize_t>(call_pread, "pread", fd, to, size, at);
}
ssize_t pwrite(int fd, const void* from, size_t size, off_t at) {
  return call_or_fail<ssize_t>(call_pwrite, "pwrite", fd, from, size, at);
}
ssize_t read(int fd, void* to, size_t size) {
  return call_or_fail<ssize_t>(call_read, "read", fd, to, size);
}
ssize_t write(int fd, const void* from, size_t size) {
  return call_or_fail<ssize_t>(call_write, "write", fd, from, size);
}
int fallocate(int fd, int mode, off_t at, off_t size) {
  return call_or_fail<int>(call_fallocate, "fallocate", fd, mode, at, size);
}
int ftruncate(int fd, off_t size) noexcept {
  return call_or_fail<int>(call_ftruncate, "ftruncate", fd, size);
}
int fdatasync(int fd) { return call_or_fail<int>(call_fdatasync, "fdatasync", fd); }
int fsync(int fd) { return call_or_fail<int>(call_fsync, "fsync", fd); }
int renameat2(int from_fd, const char* from, int to_fd, const char* to, unsigned flags) noexcept {
  return call_or_fail<int>(call_renameat2, "renameat2", from_fd, from, to_fd, to, flags);
}
int unlink(const char* path) noexcept { return call_or_fail<int>(call_unlink, "unlink", path); }
int pipe2(int* ends, int flags) noexcept {
  return call_or_fail<int>(call_pipe2, "pipe2", ends, flags);
}
int fcntl(int fd, int command, ...) {
  va_list rest;
  va_start(rest, command);
  void* argument = va_arg(rest, void*);
  va_end(rest);
  return call_or_fail<int>(call_fcntl, "fcntl", fd, command, argument);
}

pid_t fork() noexcept {
  const Wish wish = wished();
  const bool meant = is_meant(call_fork, wish);
  const char* effect = wish.effect;
  if (meant) log("fired\n");
  for (const Effect& error : errors) {
    if (!meant || std::strcmp(effect, error.name) != 0) continue;
    errno = error.number;
    return -1;
  }
  const pid_t child = real<pid_t()>("fork")();
  if (child != 0) return child;
  is_child = true;
  for (int call = 0; call < call_count; ++call) calls_before_fork[call] = calls[call];
  for (const Effect& signal : signals) {
    if (!meant || std::strcmp(effect, signal.name) != 0) continue;
    std::signal(signal.number, SIG_DFL);
    ::raise(signal.number);
  }
  return 0;
}

void _exit(int status) {
  log_counts();
  real<void(int)>("_exit")(status);
  __builtin_unreachable();
}

}  // extern "C"
