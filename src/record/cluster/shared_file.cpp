#include "record/cluster/shared_file.hpp"

#include <fmt/format.h>
#include <linux/magic.h>
#include <sys/vfs.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdio>
#include <span>

#include "core/base/error.hpp"
#include "record/posix.hpp"

namespace montecopter::cluster {
namespace {

// Magic numbers of statfs(2), or of the kernel modules that linux/magic.h does not list.
constexpr std::array<std::uint64_t, 5> coherent = {
    0x0BD00BD0,         // Lustre
    0x47504653,         // GPFS
    CEPH_SUPER_MAGIC,   // CephFS
    0x01161970,         // GFS2
    OCFS2_SUPER_MAGIC,  // OCFS2
};

std::uint64_t mark_of(int rank) { return 0x6d6f6e7465636f70u + static_cast<std::uint64_t>(rank); }

}  // namespace

std::string boot_id() {
  std::string text(64, '\0');
  std::FILE* file = std::fopen("/proc/sys/kernel/random/boot_id", "re");
  if (file == nullptr) return "";
  text.resize(std::fread(text.data(), 1, text.size(), file));
  std::fclose(file);
  return text.substr(0, text.find('\n'));
}

std::uint64_t file_system_of(const std::string& path) {
  struct statfs system = {};
  const std::string folder = record::directory_of(path);
  if (::statfs(folder.c_str(), &system) != 0) record::throw_errno(folder, "read its status", errno);
  return static_cast<std::uint64_t>(system.f_type) & 0xFFFFFFFFu;
}

bool is_coherent(std::uint64_t file_system) {
  return std::find(coherent.begin(), coherent.end(), file_system) != coherent.end();
}

Probe::Probe(const std::string& result_path)
    : path_(fmt::format("{}.probe-{}", result_path, ::getpid())) {
  ::unlink(path_.c_str());  // left by a killed process with our number
  if (!record::create_exclusive(path_)) {
    throw Error(ExitCode::io, Problem{path_, "cannot create it", "another process created it",
                                      "Run the same command again"});
  }
}

Probe::~Probe() { ::unlink(path_.c_str()); }

void Probe::mark(const std::string& path, int rank) {
  const record::Fd fd = record::open_regular(path, true);
  const std::uint64_t mark = mark_of(rank);
  record::pwrite_all(fd.get(), std::as_bytes(std::span(&mark, 1)), sizeof mark * rank, path);
  record::sync_data(fd.get(), path);
}

std::vector<int> Probe::missing(int ranks) const {
  std::vector<std::uint64_t> marks(static_cast<std::size_t>(ranks));
  const record::Fd fd = record::open_regular(path_, false);
  const std::uint64_t size = std::min<std::uint64_t>(record::file_size(fd.get(), path_),
                                                     marks.size() * sizeof(std::uint64_t));
  record::pread_all(fd.get(), std::as_writable_bytes(std::span(marks)).first(size), 0, path_);
  std::vector<int> missing;
  for (int rank = 1; rank < ranks; ++rank) {
    if (marks[static_cast<std::size_t>(rank)] != mark_of(rank)) missing.push_back(rank);
  }
  return missing;
}

}  // namespace montecopter::cluster
