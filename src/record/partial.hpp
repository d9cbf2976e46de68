#pragma once
/// The name under which a file is written, so that a kill leaves no broken file of the final name.

#include <string>
#include <vector>

#include "record/posix.hpp"

namespace montecopter::record {

/// A new empty file PATH.partial-PID that is removed again unless it gets its final name. It has
/// the mode of the file that has that name now, and its owner where that is possible. Long names
/// are cut so that the ending fits. It is locked as long as it is open, which shows others that
/// somebody is at it.
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
  /// The same, and what had that name is gone.
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

/// Removes all partial files of this process. May be called by the handler of a signal, and by
/// nothing that goes on.
void remove_partials_now();

/// True of file systems of this machine alone: elsewhere the lack of a lock proves nothing.
bool is_local(int fd);

/// What processes that were killed have left of files with this final name: removes what is
/// provably such a leftover, and returns a message for each file, removed or not. Provable is: its
/// name and its first bytes are those of a partial file, it is a regular file of ours with this
/// one name, its process is gone, nobody holds its lock, and nobody on another machine can.
std::vector<std::string> clear_partials(const std::string& final_path);

}  // namespace montecopter::record
