#include "temporary_folder.hpp"

#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <filesystem>
#include <string_view>
#include <system_error>
#include <vector>

#include "core/base/error.hpp"
#include "record/partial.hpp"
#include "streams.hpp"

namespace montecopter::cli {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view folder_prefix = "montecopter-", pattern_of_letters = "XXXXXX";
constexpr const char* lock_name = ".lock";

/// Whether mkdtemp() may have made a folder of this name for us.
bool has_our_name(const std::string& name) {
  return name.size() == folder_prefix.size() + pattern_of_letters.size() &&
         name.starts_with(folder_prefix);
}

/// Whether a path is a folder, not a link, that only this user may use.
bool is_own_folder(const fs::path& path) {
  struct stat status = {};
  return ::lstat(path.c_str(), &status) == 0 && S_ISDIR(status.st_mode) &&
         status.st_uid == ::geteuid() && (status.st_mode & 077) == 0;
}

/// Whether an ended process has left the folder; if so, it is removed. On file systems of several
/// computers, where locks prove nothing, it stays and is reported.
bool was_left(const fs::path& path, bool& is_removed) {
  const std::string lock = path / lock_name;
  if (!is_own_folder(path) || !record::exists(lock)) return false;
  try {
    const record::Fd file = record::open_regular(lock, true);
    const bool is_known = record::is_local(file.get());
    if (!record::lock_exclusively(file.get(), lock)) return false;
    std::error_code failed;
    if (is_known) fs::remove_all(path, failed);
    is_removed = is_known && !failed;
    return true;
  } catch (const Error&) {
    return false;
  }
}

void clear_folders(const fs::path& above) {
  std::vector<fs::path> found;
  std::error_code failed;
  for (fs::directory_iterator at(above, failed), end; !failed && at != end; at.increment(failed)) {
    if (has_our_name(at->path().filename())) found.push_back(at->path());
  }
  for (const fs::path& path : found) {
    bool is_removed = false;
    if (!was_left(path, is_removed)) continue;
    remark(fmt::format(
        "{}: warning: left behind by a process that was stopped; it holds no results. "
        "{}.\n",
        path.string(),
        is_removed ? "It was removed" : "Remove it if montecopter runs on no other computer"));
  }
}

}  // namespace

TemporaryFolder::TemporaryFolder(const std::string& purpose) {
  std::error_code none;
  const fs::path above = fs::temp_directory_path(none);
  std::string name = above / (std::string(folder_prefix) + std::string(pattern_of_letters));
  if (!none) clear_folders(above);
  if (none || !::mkdtemp(name.data())) {
    record::throw_errno(name, "make a folder for " + purpose, none ? none.value() : errno,
                        "Set the variable TMPDIR to a writable folder.");
  }
  path_ = name;
  // The lock gets its name only when it is locked, so no process takes the folder for an abandoned
  // one.
  const std::string unnamed = fs::path(path_) / ".new", lock = fs::path(path_) / lock_name;
  lock_ = record::create_exclusive(unnamed);
  try {
    (void)record::lock_exclusively(lock_.get(), unnamed);
    (void)record::rename_without_replacing(unnamed, lock);
  } catch (const Error&) {  // without locks, nothing is removed either
  }
}

TemporaryFolder::~TemporaryFolder() {
  std::error_code ignored;
  fs::remove_all(path_, ignored);
}

}  // namespace montecopter::cli
