#include "core/base/input_file.hpp"

#include <fcntl.h>
#include <linux/magic.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>
#include <sys/vfs.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <mutex>
#include <set>
#include <system_error>
#include <utility>

namespace montecopter {
namespace {

/// Pipes without a name, which have somebody at the other end, live in a file system of their own.
bool is_named_pipe(int fd, const struct stat& status) {
  struct statfs system = {};
  return S_ISFIFO(status.st_mode) && (::fstatfs(fd, &system) != 0 || system.f_type != PIPEFS_MAGIC);
}

/// Devices give bytes without an end, as /dev/zero does; a terminal ends with its user's line, and
/// /dev/null at once.
bool is_endless_device(int fd, const struct stat& status) {
  if (S_ISBLK(status.st_mode)) return true;
  return S_ISCHR(status.st_mode) && status.st_rdev != ::makedev(1, 3) && ::isatty(fd) == 0;
}

/// Why a file that is open without waiting is not to be read; empty if it is.
std::string objection(int fd) {
  struct stat status = {};
  if (::fstat(fd, &status) != 0) return std::generic_category().message(errno);
  if (S_ISDIR(status.st_mode)) return "it is a directory";
  if (is_named_pipe(fd, status)) return "it is a named pipe, not a file";
  if (is_endless_device(fd, status)) return "it is a device, not a file";
  const int flags = ::fcntl(fd, F_GETFL);
  if (flags == -1 || ::fcntl(fd, F_SETFL, flags & ~O_NONBLOCK) == -1) {
    return std::generic_category().message(errno);
  }
  return {};
}

/// Regular files that were read, by an identity that no name of theirs changes.
class Inputs {
 public:
  void add(const struct stat& file) {
    const std::lock_guard lock(mutex_);
    files_.emplace(file.st_dev, file.st_ino);
  }
  bool has(const struct stat& file) {
    const std::lock_guard lock(mutex_);
    return files_.count({file.st_dev, file.st_ino}) > 0;
  }

 private:
  std::mutex mutex_;
  std::set<std::pair<dev_t, ino_t>> files_;
};

Inputs& inputs() {
  static Inputs all;
  return all;
}

/// False with errno if a read fails.
bool read_all(int fd, std::size_t most, std::string& text) {
  constexpr std::size_t least = std::size_t{8} << 10, longest = std::size_t{64} << 10;
  while (text.size() < most) {
    const std::size_t before = text.size();
    text.resize(std::min(most, before + std::clamp(before, least, longest)));
    const ssize_t count = ::read(fd, text.data() + before, text.size() - before);
    text.resize(before + static_cast<std::size_t>(std::max<ssize_t>(0, count)));
    if (count == 0) break;
    if (count < 0 && errno != EINTR) return false;
  }
  return true;
}

}  // namespace

std::optional<std::string> read_input_file(const std::string& path, std::size_t most,
                                           std::string& why) {
  if (path.find('\0') != std::string::npos) {
    why = "its name contains a zero byte";
    return std::nullopt;
  }
  // Without O_NONBLOCK, opening a named pipe waits for a writer.
  const int fd = ::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK);
  if (fd < 0) {
    why = std::generic_category().message(errno);
    return std::nullopt;
  }
  std::string text;
  why = objection(fd);
  if (why.empty()) note_input(fd);
  if (why.empty() && !read_all(fd, most, text)) why = std::generic_category().message(errno);
  ::close(fd);
  return why.empty() ? std::optional(std::move(text)) : std::nullopt;
}

std::optional<std::string> read_standard_input(std::size_t most, std::string& why) {
  std::string text;
  note_input(STDIN_FILENO);
  if (read_all(STDIN_FILENO, most, text)) return text;
  why = std::generic_category().message(errno);
  return std::nullopt;
}

void note_input(int fd) {
  struct stat file = {};
  if (::fstat(fd, &file) == 0 && S_ISREG(file.st_mode)) inputs().add(file);
}

bool was_read(const std::string& path) {
  struct stat file = {};
  return ::stat(path.c_str(), &file) == 0 && inputs().has(file);
}

bool is_utf16(std::string_view text) {
  if (text.starts_with("\xff\xfe") || text.starts_with("\xfe\xff")) return true;
  if (text.size() < 4) return false;
  const bool even = text[0] != 0 && text[2] != 0, odd = text[1] != 0 && text[3] != 0;
  const bool no_even = text[0] == 0 && text[2] == 0, no_odd = text[1] == 0 && text[3] == 0;
  return (even && no_odd) || (odd && no_even);
}

}  // namespace montecopter
