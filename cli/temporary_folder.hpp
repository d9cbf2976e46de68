#pragma once
/// Folders for files while they are needed, below $TMPDIR.

#include <string>

#include "record/posix.hpp"

namespace montecopter::cli {

/// A new folder montecopter-XXXXXX that is removed at the end. A file in it is locked as long as
/// this process lives, or one that it has forked: folders without such a process, which were
/// killed, are removed when the next one is made, and a line says so.
class TemporaryFolder {
 public:
  /// Error(io) if there can be none; `purpose` is what it is for.
  explicit TemporaryFolder(const std::string& purpose);
  ~TemporaryFolder();
  TemporaryFolder(const TemporaryFolder&) = delete;
  TemporaryFolder& operator=(const TemporaryFolder&) = delete;
  const std::string& path() const { return path_; }

 private:
  std::string path_;
  record::Fd lock_;
};

}  // namespace montecopter::cli
