#pragma once
/// Whether processes may write into one file at once, each its own bytes.
///
/// On one machine they may, on any file system: all see the same pages of the file. Each of several
/// machines has pages of its own. The file system must keep them coherent, even if two machines
/// write different bytes of the same page. A list names the file systems that do. Probe tests
/// whether all processes see the same folder. A process that may not write sends its blocks.

#include <cstdint>
#include <string>
#include <vector>

namespace montecopter::cluster {

/// Identity of the kernel that this process runs on: the same for all processes of a machine.
std::string boot_id();

/// The type (f_type of statfs) of the file system of a present or future file.
std::uint64_t file_system_of(const std::string& path);
/// Whether a file system keeps the pages of several machines coherent: Lustre, GPFS, CephFS, GFS2,
/// OCFS2.
bool is_coherent(std::uint64_t file_system);

/// A small file beside the result, in which every process leaves a mark that the first one finds.
class Probe {
 public:
  /// Creates the file. Throws Error(io) if it cannot.
  explicit Probe(const std::string& result_path);
  ~Probe();
  Probe(const Probe&) = delete;
  Probe& operator=(const Probe&) = delete;

  const std::string& path() const { return path_; }
  /// Leaves the mark of another process. Throws Error(io) if the file is not there.
  static void mark(const std::string& path, int rank);
  /// The numbers from 1 to `ranks` - 1 of processes whose marks are missing.
  std::vector<int> missing(int ranks) const;

 private:
  std::string path_;
};

}  // namespace montecopter::cluster
