#pragma once
/// Folders for files while they are needed, below $TMPDIR.

#include <string>

#include "record/posix.hpp"

namespace montecopter::cli {

/// A new folder montecopter-XXXXXX that is removed at the end. A file in it stays locked as long as
/// this process or a fork of it lives. Folders of killed processes are removed when the next folder
/// is made, and a line says so.
class TemporaryFolder {
 public:
  /// Error(io) if the folder cannot be made; `purpose` is for that message.
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
