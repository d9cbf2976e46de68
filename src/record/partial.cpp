#include "record/partial.hpp"

#include <dirent.h>
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstdio>

#include "base/error.hpp"
#include "base/text.hpp"

namespace montecopter::record {
namespace {

bool is_alive(std::int64_t pid) {
  return pid > 0 && (::kill(static_cast<pid_t>(pid), 0) == 0 || errno == EPERM);
}

/// The PID in "BASE.partial-PID" or "BASE.partial-PID.N"; 0 for any other name.
std::int64_t pid_of(const std::string& name, const std::string& prefix) {
  if (name.rfind(prefix, 0) != 0) return 0;
  const std::string tail = name.substr(prefix.size());
  return parse_int(tail.substr(0, tail.find('.'))).value_or(0);
}

}  // namespace

PartialFile::PartialFile(const std::string& final_path) : final_path_(final_path) {
  // In a container every run may have the same PID: a leftover of that name is passed by.
  const std::string base = fmt::format("{}.partial-{}", final_path, ::getpid());
  for (int attempt = 0; attempt < 100; ++attempt) {
    path_ = attempt == 0 ? base : fmt::format("{}.{}", base, attempt);
    fd_ = create_exclusive(path_);
    if (fd_) return;
  }
  throw Error(ExitCode::io, base +
                                ": error: cannot create it (100 files of this name are left from "
                                "earlier runs). Remove them.");
}

PartialFile::~PartialFile() {
  if (!path_.empty()) ::unlink(path_.c_str());
}

bool PartialFile::publish() {
  if (!rename_without_replacing(path_, final_path_)) return false;
  path_.clear();
  return true;
}

void PartialFile::replace() {
  if (std::rename(path_.c_str(), final_path_.c_str()) != 0) {
    throw_errno(final_path_, "give the new file its name", errno);
  }
  path_.clear();
}

std::vector<std::string> stale_partials(const std::string& final_path) {
  const std::string directory = directory_of(final_path);
  const std::size_t slash = final_path.rfind('/');
  const std::string base = slash == std::string::npos ? final_path : final_path.substr(slash + 1);
  std::vector<std::string> warnings;
  DIR* entries = ::opendir(directory.c_str());
  if (!entries) return warnings;
  while (const dirent* entry = ::readdir(entries)) {
    const std::string name = entry->d_name;
    const std::int64_t pid = pid_of(name, base + ".partial-");
    if (pid == 0 || is_alive(pid)) continue;
    warnings.push_back(
        fmt::format("{}/{}: warning: left behind by a process that was stopped while "
                    "it laid out the file. It holds no results; remove it.",
                    directory, name));
  }
  ::closedir(entries);
  std::sort(warnings.begin(), warnings.end());
  return warnings;
}

}  // namespace montecopter::record
