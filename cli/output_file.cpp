#include "output_file.hpp"

#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <csignal>
#include <filesystem>
#include <fstream>

#include "core/base/error.hpp"
#include "core/base/input_file.hpp"
#include "interrupt.hpp"
#include "streams.hpp"

namespace montecopter::cli {
namespace {

[[noreturn]] void throw_exists(const std::string& path) {
  throw Error(ExitCode::refused,
              Problem{path, "it exists already", "", "Use --force to replace it"});
}

/// Error(usage) if `path` is empty or "-": a command writes to stdout without --output.
void require_name(const std::string& path, std::string_view option) {
  if (path.empty()) {
    throw Error(ExitCode::usage, Problem{std::string(option), "the name of the file is empty"});
  }
  if (path != "-") return;
  throw Error(
      ExitCode::usage,
      Problem{"-", "this would be a file named '-'", "",
              fmt::format("{} ./- ", option == "--output"
                                         ? "Leave the option out to write to stdout, or write"
                                         : "If that is meant, write")});
}

/// The file to which a symbolic link leads; for a broken link, its own name.
std::string end_of_links(const std::string& path) {
  std::error_code problem;
  if (!std::filesystem::is_symlink(path, problem)) return path;
  const auto end = std::filesystem::canonical(path, problem);
  return problem ? path : end.string();
}

/// The place of a file, with links in its folder resolved.
std::filesystem::path place_of(const std::string& file) {
  std::error_code problem;
  const auto whole = std::filesystem::absolute(file).lexically_normal();
  const auto folder = std::filesystem::canonical(whole.parent_path(), problem);
  return problem ? whole : folder / whole.filename();
}

/// Whether a file is HDF5, as results are. An OutputFile never is.
bool is_result_file(const std::string& path) {
  std::array<char, 8> head{};
  std::ifstream(path, std::ios::binary).read(head.data(), head.size());
  return std::string_view(head.data(), head.size()) == "\x89HDF\r\n\x1a\n";
}

/// Refuses a path at which there is something, unless it may be replaced.
void require_replaceable(const std::string& path, bool replace) {
  struct stat there = {};
  if (::stat(path.c_str(), &there) == 0 && !S_ISREG(there.st_mode)) {
    throw Error(ExitCode::refused, Problem{path, "it is not a regular file, and is not replaced",
                                           "", "Name a regular file"});
  }
  if (!replace) throw_exists(path);
  if (!is_result_file(path)) return;
  throw Error(ExitCode::refused,
              Problem{path, "it is a result file, and is not replaced by a file of another kind",
                      "", "Give another name, or remove it"});
}

/// The place at which the file `path` may be written.
std::string usable(const std::string& path, bool replace, std::string_view option) {
  require_name(path, option);
  // From here on a signal does not leave half a file, and too large a file is reported like a full
  // disk.
  (void)stop_on_signals();
  std::signal(SIGXFSZ, SIG_IGN);
  const std::string place = end_of_links(path);
  for (const std::string& message : record::clear_partials(place)) remark(message + "\n");
  if (!record::exists(path)) return place;
  require_not_read(path);
  require_replaceable(path, replace);
  return place;
}

}  // namespace

void require_not_read(const std::string& output) {
  if (!was_read(output)) return;
  throw Error(ExitCode::refused,
              Problem{output, "this command reads that file", "", "Give the output another name"});
}

bool is_one_file(const std::string& a, const std::string& b) {
  std::error_code none;
  return place_of(a) == place_of(b) || std::filesystem::equivalent(a, b, none);
}

void require_writable(const std::string& path, bool replace, std::string_view option) {
  require_name(path, option);
  if (record::exists(path)) return require_replaceable(path, replace);
  const auto folder = std::filesystem::absolute(path).parent_path();
  std::error_code failed;
  if (std::filesystem::is_directory(folder, failed)) return;
  throw Error(ExitCode::io, Problem{path, "cannot create it", "its folder does not exist"});
}

OutputFile::OutputFile(const std::string& path, bool replace, std::string_view option)
    : path_(usable(path, replace, option)), replace_(replace), partial_(path_) {}

void OutputFile::add(std::string_view piece) {
  block_ += piece;
  if (block_.size() >= (std::size_t{1} << 20)) write_block();
}

void OutputFile::write_block() {
  std::string_view left = block_;
  while (!left.empty()) {
    if (const auto code = signal_exit_code()) {
      throw Error(*code, path_ + ": interrupted; nothing was written.");
    }
    const ssize_t count = ::write(partial_.fd(), left.data(), left.size());
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) record::throw_errno(path_, "write", errno, "No part of it is left");
    left.remove_prefix(static_cast<std::size_t>(count));
  }
  block_.clear();
}

void OutputFile::store() {
  write_block();
  record::sync_data(partial_.fd(), path_);
}

void OutputFile::finish() {
  store();
  require_not_read(path_);  // files read meanwhile count, too
  if (replace_) {
    partial_.replace();
  } else if (!partial_.publish()) {
    throw_exists(path_);
  }
}

}  // namespace montecopter::cli
