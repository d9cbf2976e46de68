#pragma once
/// The name under which a file is laid out, so that a kill leaves no broken result file.

#include <string>
#include <vector>

#include "record/posix.hpp"

namespace montecopter::record {

/// A new empty file PATH.partial-PID that is removed again unless it gets its final name.
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
  std::string final_path_;
  std::string path_;
  Fd fd_;
};

/// A warning for each PATH.partial-PID whose process is gone. They are left alone: they may tell
/// something, and the PID may belong to another host.
std::vector<std::string> stale_partials(const std::string& final_path);

}  // namespace montecopter::record
