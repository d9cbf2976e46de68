#pragma once
/// The files that commands write, except results (record/writer.hpp). Such a file has a temporary
/// name until it is complete: a full disk or a signal neither leaves half a file nor destroys an
/// existing one. No command overwrites a file that it has read, under any name
/// (core/base/input_file.hpp). The new file keeps the mode of the replaced one; a symbolic link
/// stays a link.

#include <cstdint>
#include <string>
#include <string_view>

#include "record/partial.hpp"

namespace montecopter::cli {

/// Error(refused) if the command has read the file that `output` leads to.
void require_not_read(const std::string& output);

/// Whether two names mean the same file, existing or not.
bool is_one_file(const std::string& a, const std::string& b);

/// Refuses a name that OutputFile would refuse, before long work is done. No file is created.
void require_writable(const std::string& path, bool replace, std::string_view option);

class OutputFile {
 public:
  /// Error(refused) if `path` exists and must not be replaced, if it is not a regular file, if it
  /// is a result file, or if it was read. Error(io) if it cannot be created. `option` is the option
  /// that gave the name; Error(usage) names it if the name is empty.
  OutputFile(const std::string& path, bool replace, std::string_view option = "--output");
  /// Error(io) on a full disk. After SIGINT or SIGTERM: an Error with that exit code.
  void add(std::string_view piece);
  /// Writes all of it to the disk, still without its name. A command that writes several files
  /// names none before all are complete.
  void store();
  /// Stores the file and gives it its name; call last.
  void finish();

 private:
  void write_block();

  std::string path_;  ///< without symbolic links
  bool replace_;
  record::PartialFile partial_;
  std::string block_;
};

}  // namespace montecopter::cli
