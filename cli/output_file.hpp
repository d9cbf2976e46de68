#pragma once
/// The files that commands write, but for results (record/writer.hpp). Such a file has a name of
/// its own until it is whole, so that neither a full disk nor a signal leaves half a file, or
/// nothing of the file that was there before. No command writes over what it has read, under
/// whichever name (core/base/input_file.hpp). A file that is replaced hands on its mode; where its
/// name is a symbolic link, the link stays.

#include <cstdint>
#include <string>
#include <string_view>

#include "record/partial.hpp"

namespace montecopter::cli {

/// Error(refused) if the command has read the file that `output` leads to.
void require_not_read(const std::string& output);

/// Whether two names are those of one file, there or not yet.
bool is_one_file(const std::string& a, const std::string& b);

/// Before long work is done for a file: what OutputFile would refuse of its name. Nothing is made.
void require_writable(const std::string& path, bool replace, std::string_view option);

class OutputFile {
 public:
  /// Error(refused) if `path` exists and must not be replaced, if it is no regular file or a result
  /// file, or if it was read. Error(io) if it cannot be created.
  /// `option` is the one that gave the name, and Error(usage) says so if that is none.
  OutputFile(const std::string& path, bool replace, std::string_view option = "--output");
  /// Error(io) on a full disk. After SIGINT or SIGTERM: an Error with that exit code.
  void add(std::string_view piece);
  /// All of it is on the disk, still without its name: who writes several files names none before
  /// all are whole.
  void store();
  /// The same, and gives the file its name; call last.
  void finish();

 private:
  void write_block();

  std::string path_;  ///< without symbolic links
  bool replace_;
  record::PartialFile partial_;
  std::string block_;
};

}  // namespace montecopter::cli
