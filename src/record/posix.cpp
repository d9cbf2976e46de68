#include "record/posix.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <limits>
#include <memory>
#include <system_error>

#include "core/base/error.hpp"

namespace montecopter::record {
namespace {

/// Space that the file system has already allocated to the file. [byte]
std::uint64_t allocated_bytes(int fd) {
  struct stat status = {};
  if (::fstat(fd, &status) != 0) return 0;
  return static_cast<std::uint64_t>(status.st_blocks) * 512;
}

/// Advice for an error, for any attempted action.
std::string advice_for(int error) {
  if (error == EMFILE || error == ENFILE) return "Raise the limit on open files (ulimit -n)";
  if (error == EIO) return "Check the disk";
  if (error == ENOSPC || error == EDQUOT) return "Free disk space";
  if (error == EFBIG) return "Raise the limit on file size (ulimit -f)";
  if (error == ENOMEM || error == EAGAIN) return "Free memory and run the same command again";
  return {};
}

/// Kind of a file that is not regular, for the message.
const char* kind_of(mode_t mode) {
  if (S_ISDIR(mode)) return "a directory";
  if (S_ISFIFO(mode)) return "a named pipe";
  if (S_ISSOCK(mode)) return "a socket";
  return "a device";
}

void require_regular(const struct stat& status, const std::string& path) {
  if (S_ISREG(status.st_mode)) return;
  throw Error(ExitCode::refused,
              Problem{path, "not a result file", fmt::format("it is {}", kind_of(status.st_mode)),
                      "Name a regular file"});
}

template <class Sync>
void sync_with(Sync sync, int fd, const std::string& path) {
  while (sync(fd) != 0) {
    // EINVAL means a file system without syncing; there is nothing more to do.
    if (errno == EINVAL || errno == EROFS) return;
    if (errno != EINTR) throw_errno(path, "write the data to disk", errno);
  }
}

}  // namespace

void throw_errno(const std::string& path, const std::string& what, int error,
                 const std::string& advice) {
  std::string message =
      fmt::format("{}: error: cannot {} ({}).", path, what, std::generic_category().message(error));
  for (const std::string& sentence : {advice_for(error), advice}) {
    if (!sentence.empty()) message += " " + sentence + ".";
  }
  throw Error(ExitCode::io, message);
}

void Fd::close() {
  if (fd_ >= 0) ::close(fd_);
  fd_ = -1;
}

bool exists(const std::string& path) {
  struct stat status = {};
  if (::lstat(path.c_str(), &status) == 0) return true;
  if (errno != ENOENT && errno != ENOTDIR) throw_errno(path, "read its status", errno);
  return false;
}

Fd open_regular(const std::string& path, bool writable) {
  struct stat status = {};
  if (::stat(path.c_str(), &status) != 0) {
    const int error = errno;
    if (error == ENOENT && exists(path)) {
      throw Error(ExitCode::refused, Problem{path, "not a result file",
                                             "it is a broken symbolic link", "Remove the link"});
    }
    throw_errno(path, "open it", error);
  }
  require_regular(status, path);
  // O_NONBLOCK: if a FIFO takes the name meanwhile, opening it must not wait for a writer.
  Fd fd(::open(path.c_str(), (writable ? O_RDWR : O_RDONLY) | O_CLOEXEC | O_NONBLOCK));
  if (!fd) throw_errno(path, writable ? "open it for writing" : "open it", errno);
  if (::fstat(fd.get(), &status) != 0) throw_errno(path, "read its status", errno);
  require_regular(status, path);
  return fd;
}

Fd create_exclusive(const std::string& path, const std::string& shown) {
  Fd fd(::open(path.c_str(), O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0666));
  if (!fd && errno == ENOENT) {
    throw Error(ExitCode::io, Problem{shown, "cannot create it", "its folder does not exist"});
  }
  if (!fd && errno != EEXIST) throw_errno(shown, "create it", errno);
  return fd;
}

std::uint64_t file_size(int fd, const std::string& path) {
  struct stat status = {};
  if (::fstat(fd, &status) != 0) throw_errno(path, "read its status", errno);
  return static_cast<std::uint64_t>(status.st_size);
}

bool leads_to(const std::string& path, int fd) {
  struct stat named = {};
  struct stat open = {};
  if (::fstat(fd, &open) != 0) throw_errno(path, "read its status", errno);
  if (::stat(path.c_str(), &named) != 0) {
    if (errno == ENOENT || errno == ENOTDIR || errno == ELOOP) return false;
    throw_errno(path, "read its status", errno);
  }
  return named.st_dev == open.st_dev && named.st_ino == open.st_ino;
}

std::uint64_t link_count(int fd, const std::string& path) {
  struct stat status = {};
  if (::fstat(fd, &status) != 0) throw_errno(path, "read its status", errno);
  return status.st_nlink;
}

Fd duplicate(int fd, const std::string& path) {
  for (;;) {
    Fd copy(::fcntl(fd, F_DUPFD_CLOEXEC, 0));
    if (copy) return copy;
    if (errno != EINTR) throw_errno(path, "open it a second time", errno);
  }
}

void pwrite_all(int fd, std::span<const std::byte> bytes, std::uint64_t offset,
                const std::string& path) {
  while (!bytes.empty()) {
    const ssize_t count = ::pwrite(fd, bytes.data(), bytes.size(), static_cast<off_t>(offset));
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) throw_errno(path, "write", errno);
    bytes = bytes.subspan(static_cast<std::size_t>(count));
    offset += static_cast<std::uint64_t>(count);
  }
}

void pread_all(int fd, std::span<std::byte> bytes, std::uint64_t offset, const std::string& path) {
  while (!bytes.empty()) {
    const ssize_t count = ::pread(fd, bytes.data(), bytes.size(), static_cast<off_t>(offset));
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) throw_errno(path, "read", errno);
    if (count == 0) {
      throw Error(ExitCode::io,
                  Problem{path, "cannot read", "the file was truncated while it was open",
                          "Restore it from a copy"});
    }
    bytes = bytes.subspan(static_cast<std::size_t>(count));
    offset += static_cast<std::uint64_t>(count);
  }
}

void set_size(int fd, std::uint64_t size, const std::string& path) {
  while (::ftruncate(fd, static_cast<off_t>(size)) != 0) {
    if (errno != EINTR) throw_errno(path, "set its size", errno);
  }
}

void will_need(int fd, std::uint64_t offset, std::uint64_t bytes) {
  (void)::posix_fadvise(fd, static_cast<off_t>(offset), static_cast<off_t>(bytes),
                        POSIX_FADV_WILLNEED);
}

void sync_data(int fd, const std::string& path) { sync_with(::fdatasync, fd, path); }
void sync_all(int fd, const std::string& path) { sync_with(::fsync, fd, path); }

void sync_directory_of(const std::string& path) {
  const std::string directory = directory_of(path);
  const Fd fd(::open(directory.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  if (!fd) throw_errno(directory, "open the directory", errno);
  sync_all(fd.get(), directory);
}

bool lock_exclusively(int fd, const std::string& path) {
  struct flock whole = {};
  whole.l_type = F_WRLCK;
  whole.l_whence = SEEK_SET;
  while (::fcntl(fd, F_OFD_SETLK, &whole) != 0) {
    if (errno == EAGAIN || errno == EACCES) return false;
    if (errno != EINTR) throw_errno(path, "lock it", errno);
  }
  return true;
}

bool lock_shared(int fd, const std::string& path) {
  struct flock whole = {};
  whole.l_type = F_RDLCK;
  whole.l_whence = SEEK_SET;
  while (::fcntl(fd, F_OFD_SETLK, &whole) != 0) {
    if (errno == EAGAIN || errno == EACCES) return false;
    if (errno == ENOLCK || errno == EINVAL || errno == EOPNOTSUPP) return true;
    if (errno != EINTR) throw_errno(path, "lock it", errno);
  }
  return true;
}

namespace {

/// Whether the error is a full disk, an exhausted quota or a limit on file size.
bool is_no_space(int error) { return error == ENOSPC || error == EFBIG || error == EDQUOT; }

/// Bytes that this process may still write to the file system of `fd`, as far as it reports them.
std::uint64_t free_bytes(int fd) {
  constexpr auto unknown = std::numeric_limits<std::uint64_t>::max();
  struct statvfs system = {};
  // Some network file systems report zero blocks in all.
  if (::fstatvfs(fd, &system) != 0 || system.f_blocks == 0) return unknown;
  // Root may use the blocks that the file system reserves.
  const auto blocks = ::geteuid() == 0 ? system.f_bfree : system.f_bavail;
  return static_cast<std::uint64_t>(blocks) * system.f_frsize;
}

/// `free` is the free space before any reservation. [byte]
[[noreturn]] void throw_no_room(const std::string& path, std::uint64_t size, std::uint64_t free,
                                int error) {
  const char* why = error == EFBIG    ? "the file would exceed a size limit"
                    : error == EDQUOT ? "the disk quota is exhausted"
                                      : "disk full";
  throw Error(ExitCode::io,
              Problem{path, "cannot reserve space for the result file",
                      fmt::format("{}: it needs {} bytes, {} are free", why, size, free),
                      fmt::format("Free space, choose another disk or store fewer traces. {}",
                                  nothing_left)});
}

/// Checks only: it never fills the disk to find out.
void require_room(int fd, std::uint64_t size, const std::string& path) {
  const std::uint64_t free = free_bytes(fd);
  const std::uint64_t has = allocated_bytes(fd);
  if (size > has && size - has > free) throw_no_room(path, size, free, ENOSPC);
}

}  // namespace

std::string reserve(int fd, std::uint64_t size, const std::string& path) {
  require_room(fd, size, path);
  const std::uint64_t free = free_bytes(fd);
  while (::fallocate(fd, 0, 0, static_cast<off_t>(size)) != 0) {
    const int error = errno;
    if (error == EINTR) continue;
    if (is_no_space(error)) throw_no_room(path, size, free, error);
    if (error != EOPNOTSUPP && error != ENOSYS) throw_errno(path, "reserve its space", error);
    return fmt::format(
        "{}: warning: this file system cannot reserve space ({} bytes are free now, the "
        "file needs {}). If the disk fills up, the run stops and can be resumed.",
        path, free, size);
  }
  return {};
}

bool rename_without_replacing(const std::string& from, const std::string& to) {
  if (::renameat2(AT_FDCWD, from.c_str(), AT_FDCWD, to.c_str(), RENAME_NOREPLACE) == 0) return true;
  if (errno == EEXIST) return false;
  if (errno != EINVAL && errno != ENOSYS) throw_errno(to, "rename the new file", errno);
  // File systems without RENAME_NOREPLACE (NFS, old kernels): a hard link refuses to replace too.
  if (::link(from.c_str(), to.c_str()) != 0) {
    if (errno == EEXIST) return false;
    throw_errno(to, "rename the new file", errno);
  }
  if (::unlink(from.c_str()) != 0) throw_errno(from, "remove it", errno);
  return true;
}

std::string real_path(const std::string& path) {
  const std::unique_ptr<char, decltype(&std::free)> real(::realpath(path.c_str(), nullptr),
                                                         &std::free);
  if (!real) throw_errno(path, "read its status", errno);
  return real.get();
}

std::string directory_of(const std::string& path) {
  const std::size_t slash = path.rfind('/');
  if (slash == std::string::npos) return ".";
  return slash == 0 ? "/" : path.substr(0, slash);
}

}  // namespace montecopter::record
