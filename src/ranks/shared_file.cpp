#include "ranks/shared_file.hpp"

#include <fmt/format.h>
#include <linux/magic.h>
#include <sys/vfs.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstdio>
#include <span>

#include "base/error.hpp"
#include "record/posix.hpp"

namespace montecopter::ranks {
namespace {

struct FileSystem {
  std::uint64_t type;
  const char* name;
  bool coherent;
};

// Of their kernel modules, where linux/magic.h has none.
constexpr std::array file_systems = {
    FileSystem{0x0BD00BD0, "Lustre", true},
    FileSystem{0x47504653, "GPFS", true},
    FileSystem{CEPH_SUPER_MAGIC, "CephFS", true},
    FileSystem{0x01161970, "GFS2", true},
    FileSystem{OCFS2_SUPER_MAGIC, "OCFS2", true},
    FileSystem{NFS_SUPER_MAGIC, "NFS", false},
    FileSystem{SMB_SUPER_MAGIC, "SMB", false},
    FileSystem{0xFF534D42, "CIFS", false},
    FileSystem{AFS_SUPER_MAGIC, "AFS", false},
    FileSystem{0x19830326, "BeeGFS", false},
    FileSystem{0x65735546, "FUSE", false},
    FileSystem{EXT4_SUPER_MAGIC, "ext4", false},
    FileSystem{XFS_SUPER_MAGIC, "XFS", false},
    FileSystem{BTRFS_SUPER_MAGIC, "Btrfs", false},
    FileSystem{TMPFS_MAGIC, "tmpfs", false},
    FileSystem{OVERLAYFS_SUPER_MAGIC, "overlay", false},
};

const FileSystem* find(std::uint64_t type) {
  for (const FileSystem& one : file_systems) {
    if (one.type == type) return &one;
  }
  return nullptr;
}

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
  if (::statfs(folder.c_str(), &system) != 0) record::throw_errno(folder, "look at it", errno);
  return static_cast<std::uint64_t>(system.f_type) & 0xFFFFFFFFu;
}

std::string file_system_name(std::uint64_t file_system) {
  const FileSystem* known = find(file_system);
  return known ? known->name : fmt::format("of type {:#x}", file_system);
}

bool is_coherent(std::uint64_t file_system) {
  const FileSystem* known = find(file_system);
  return known && known->coherent;
}

Probe::Probe(const std::string& result_path)
    : path_(fmt::format("{}.probe-{}", result_path, ::getpid())) {
  ::unlink(path_.c_str());  // of a process with our number that was killed
  if (!record::create_exclusive(path_)) {
    throw Error(ExitCode::io, path_ +
                                  ": error: cannot create it (another process did). Run the "
                                  "same command again.");
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

}  // namespace montecopter::ranks
