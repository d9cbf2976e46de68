#pragma once
/// Temporary name of a file while it is written, so that a kill leaves no broken file of the final
/// name.

#include <string>
#include <vector>

#include "record/posix.hpp"

namespace montecopter::record {

/// A new empty file PATH.partial-PID that is removed unless it gets its final name. It has the mode
/// of the file that now has that name, and its owner if possible. Long names are truncated so that
/// the ending fits. It is locked while it is open, which shows others that it is in use.
class PartialFile {
 public:
  /// Throws Error(io).
  explicit PartialFile(const std::string& final_path);
  ~PartialFile();
  PartialFile(const PartialFile&) = delete;
  PartialFile& operator=(const PartialFile&) = delete;

  const std::string& path() const { return path_; }
  int fd() const { return fd_.get(); }
  /// Gives the file its final name; false if that was taken in the meantime.
  bool publish();
  /// Gives the file its final name, and replaces any file of that name.
  void replace();
  Fd take_fd() { return std::move(fd_); }

 private:
  void mark_as_used() const;
  void forget();

  std::string final_path_;
  std::string path_;
  std::size_t place_;  ///< in the list of all
  Fd fd_;
};

/// Removes all partial files of this process. A signal handler may call it, but no code that
/// continues.
void remove_partials_now();

/// Whether the file system belongs to this machine alone: on others a missing lock proves nothing.
bool is_local(int fd);

/// Cleans up partial files of killed processes for this final name. Removes provable leftovers, and
/// returns a message for each file, removed or not. A file is a provable leftover if all of this
/// holds. Its name and its first bytes are those of a partial file. It is a regular file of ours
/// with only this name. Its process is gone, and nobody holds its lock or can hold it on another
/// machine.
std::vector<std::string> clear_partials(const std::string& final_path);

}  // namespace montecopter::record
