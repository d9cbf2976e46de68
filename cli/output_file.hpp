#pragma once
/// A text file that a command writes. It has a name of its own until it is whole, so that neither a
/// full disk nor a signal leaves half a file, or nothing of the file that was there before.

#include <cstdint>
#include <string>
#include <string_view>

#include "record/partial.hpp"

namespace montecopter::cli {

/// Error(refused) if both are names of one file.
void require_other_file(const std::string& output, const std::string& input);

/// Whether two names are those of one file, there or not yet.
bool is_one_file(const std::string& a, const std::string& b);

/// Before long work is done for a file: what OutputFile would refuse of its name. Nothing is made.
void require_writable(const std::string& path, bool replace, std::string_view option);

class OutputFile {
 public:
  /// Error(refused) if `path` exists and must not be replaced, if it is no regular file or a result
  /// file, or if it is the file open as `input_fd` (-1: none is open). Error(io) if it cannot be
  /// created.
  /// `option` is the one that gave the name, and Error(usage) says so if that is none.
  OutputFile(const std::string& path, bool replace, int input_fd,
             std::string_view option = "--output");
  /// Error(io) on a full disk. After SIGINT or SIGTERM: an Error with that exit code.
  void add(std::string_view piece);
  /// All of it is on the disk, still without its name: who writes several files names none before
  /// all are whole.
  void store();
  /// The same, and gives the file its name; call last.
  void finish();

 private:
  void write_block();

  std::string path_;
  bool replace_;
  record::PartialFile partial_;
  std::string block_;
};

}  // namespace montecopter::cli
