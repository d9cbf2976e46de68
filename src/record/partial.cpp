#include "record/partial.hpp"

#include <dirent.h>
#include <fmt/format.h>
#include <linux/magic.h>
#include <sys/stat.h>
#include <sys/vfs.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cerrno>
#include <climits>
#include <csignal>
#include <cstdio>
#include <span>
#include <string_view>

#include "core/base/error.hpp"
#include "core/base/text.hpp"

namespace montecopter::record {
namespace {

bool is_alive(std::int64_t pid) {
  return pid > 0 && (::kill(static_cast<pid_t>(pid), 0) == 0 || errno == EPERM);
}

/// Room for ".partial-", a PID and a count.
constexpr std::size_t longest_ending = 24;
constexpr std::size_t longest_name = NAME_MAX;

/// The name without its folder, truncated so that an ending fits after it.
std::string stem_of(const std::string& final_path) {
  const std::size_t slash = final_path.rfind('/');
  std::string name = slash == std::string::npos ? final_path : final_path.substr(slash + 1);
  // A name too long for any file is kept as it is, and the file system refuses it.
  if (name.size() > longest_name) return name;
  std::size_t size = std::min(name.size(), longest_name - longest_ending);
  // Does not cut within a UTF-8 character.
  while (size > 0 && size < name.size() && (name[size] & 0xc0) == 0x80) {
    --size;
  }
  return name.substr(0, size);
}

std::string folder_of(const std::string& final_path) {
  return final_path.substr(0, final_path.rfind('/') + 1);  // npos + 1 is 0
}

/// The PID in "STEM.partial-PID" or "STEM.partial-PID.N"; 0 for any other name.
std::int64_t pid_of(const std::string& name, const std::string& prefix) {
  if (name.rfind(prefix, 0) != 0) return 0;
  const std::string tail = name.substr(prefix.size());
  const std::size_t dot = tail.find('.');
  const bool counted = dot == std::string::npos || parse_int(tail.substr(dot + 1)).has_value();
  return counted ? parse_int(tail.substr(0, dot)).value_or(0) : 0;
}

/// Whether a file begins like one of ours. A result file begins with the signature of HDF5 or,
/// before it is filled, with zeros. A table and a golden begin with their first column, a report
/// and verdicts as HTML and XML do. Each may still be empty. The text of a golden begins with a
/// name, so its file name must identify it.
bool begins_as_ours(int fd, const std::string& path) {
  if (path.find(".golden.txt.partial-") != std::string::npos) return true;
  std::array<char, 8> head;
  const std::uint64_t size = std::min<std::uint64_t>(file_size(fd, path), head.size());
  pread_all(fd, std::as_writable_bytes(std::span(head).first(size)), 0, path);
  const std::string_view found(head.data(), size);
  const std::string_view zeros("\0\0\0\0\0\0\0\0", size);
  bool ours = found == zeros;
  for (const char* known : {"\x89HDF\r\n\x1a\n", "MCGOLDEN", "sample", "<!DOCTYP", "<?xml"}) {
    ours |= found.starts_with(known);
  }
  return ours;
}

/// Paths of the partial files of this process, for signal handlers. If there are more, the next
/// command handles the rest.
std::array<std::atomic<const char*>, 1024> own_partials{};
static_assert(std::atomic<const char*>::is_always_lock_free);

/// An unused place.
std::size_t free_place() {
  static std::atomic<std::size_t> next{0};
  return next.fetch_add(1) % own_partials.size();
}

/// Copies the mode and, if possible, the owner of the file at `path` to the file that will replace
/// it.
void take_mode_of(const std::string& path, int fd) {
  struct stat there = {};
  if (::stat(path.c_str(), &there) != 0 || !S_ISREG(there.st_mode)) return;
  if (::fchown(fd, there.st_uid, there.st_gid) != 0 && ::fchown(fd, ~uid_t{0}, there.st_gid) != 0) {
    there.st_mode &= ~static_cast<mode_t>(S_ISGID);
  }
  if (::fchmod(fd, there.st_mode & 0777) != 0) {
    throw_errno(path, "set the mode of the new file", errno, nothing_left);
  }
}

/// Removes a file if it was provably left behind; returns whether it did.
bool removed(const std::string& path) {
  try {
    // A write lock needs a descriptor for writing.
    const Fd fd = open_regular(path, true);
    struct stat status = {};
    const bool ours = ::fstat(fd.get(), &status) == 0 && status.st_uid == ::geteuid() &&
                      status.st_nlink == 1 && begins_as_ours(fd.get(), path) && is_local(fd.get());
    return ours && lock_exclusively(fd.get(), path) && leads_to(path, fd.get()) &&
           ::unlink(path.c_str()) == 0;
  } catch (const Error&) {
    return false;  // then it is named, and stays
  }
}

}  // namespace

bool is_local(int fd) {
  struct statfs system = {};
  if (::fstatfs(fd, &system) != 0) return false;
  for (const unsigned long magic :
       std::initializer_list<unsigned long>{EXT4_SUPER_MAGIC, XFS_SUPER_MAGIC, BTRFS_SUPER_MAGIC,
                                            F2FS_SUPER_MAGIC, TMPFS_MAGIC, OVERLAYFS_SUPER_MAGIC}) {
    if (static_cast<unsigned long>(system.f_type) == magic) return true;
  }
  return false;
}

PartialFile::PartialFile(const std::string& final_path)
    : final_path_(final_path), place_(free_place()) {
  // Skips a leftover with our PID that was not removed.
  const std::string base =
      fmt::format("{}{}.partial-{}", folder_of(final_path), stem_of(final_path), ::getpid());
  for (int attempt = 0; attempt < 100; ++attempt) {
    path_ = attempt == 0 ? base : fmt::format("{}.{}", base, attempt);
    fd_ = create_exclusive(path_, final_path);
    if (!fd_) continue;
    own_partials[place_] = path_.c_str();
    mark_as_used();
    take_mode_of(final_path_, fd_.get());
    return;
  }
  throw Error(ExitCode::io, Problem{base, "cannot create it",
                                    "earlier runs left 100 files of this name", "Remove them"});
}

/// Locks the file. Without locks, a missing lock is never taken as a proof.
void PartialFile::mark_as_used() const {
  try {
    lock_exclusively(fd_.get(), path_);
  } catch (const Error&) {
  }
}

PartialFile::~PartialFile() {
  if (!path_.empty()) ::unlink(path_.c_str());
  forget();
}

/// Forgets the file: it is no partial file any more.
void PartialFile::forget() {
  const char* path = path_.c_str();
  own_partials[place_].compare_exchange_strong(path, nullptr);
}

void remove_partials_now() {
  for (const std::atomic<const char*>& path : own_partials) {
    if (const char* name = path.load(); name != nullptr) ::unlink(name);
  }
}

bool PartialFile::publish() {
  if (!rename_without_replacing(path_, final_path_)) return false;
  forget();
  path_.clear();
  return true;
}

void PartialFile::replace() {
  if (std::rename(path_.c_str(), final_path_.c_str()) != 0) {
    throw_errno(final_path_, "rename the new file", errno);
  }
  forget();
  path_.clear();
}

std::vector<std::string> clear_partials(const std::string& final_path) {
  std::vector<std::string> messages;
  DIR* entries = ::opendir(directory_of(final_path).c_str());
  if (!entries) return messages;
  const std::string prefix = stem_of(final_path) + ".partial-";
  while (const dirent* entry = ::readdir(entries)) {
    const std::string name = entry->d_name;
    const std::int64_t pid = pid_of(name, prefix);
    // In a container every run may have this PID. We have no partial file yet.
    if (pid == 0 || (is_alive(pid) && pid != ::getpid())) continue;
    const std::string path = folder_of(final_path) + name;
    messages.push_back(
        fmt::format("{}: warning: a stopped process left this incomplete file; it holds no "
                    "results. {}.",
                    path, removed(path) ? "It was removed" : "Remove it"));
  }
  ::closedir(entries);
  std::sort(messages.begin(), messages.end());
  return messages;
}

}  // namespace montecopter::record
