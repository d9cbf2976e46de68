#pragma once
/// Whether processes may write into one file at once, each its own bytes.
///
/// On one machine they may, whatever the file system: all see the same pages of the file. On
/// several, each has pages of its own, which the file system has to keep alike, also where two
/// machines write different bytes of the same page. Those that do are a list of names; that all
/// see the same folder is tried out (Probe). Who may not write sends what it has flown.

#include <cstdint>
#include <string>
#include <vector>

namespace montecopter::cluster {

/// Identity of the kernel that this process runs on: the same for all processes of a machine.
std::string boot_id();

/// statfs' f_type of the folder in which a file lies or will lie.
std::uint64_t file_system_of(const std::string& path);
/// True of those that keep the pages of several machines alike: Lustre, GPFS, CephFS, GFS2, OCFS2.
bool is_coherent(std::uint64_t file_system);

/// A small file beside the result, in which every process leaves a mark that the first one finds.
class Probe {
 public:
  /// Error(io) if it cannot be created.
  explicit Probe(const std::string& result_path);
  ~Probe();
  Probe(const Probe&) = delete;
  Probe& operator=(const Probe&) = delete;

  const std::string& path() const { return path_; }
  /// By a process with another number: leaves its mark. Error(io) if the file is not there.
  static void mark(const std::string& path, int rank);
  /// The numbers from 1 to `ranks` - 1 of those whose marks are not there.
  std::vector<int> missing(int ranks) const;

 private:
  std::string path_;
};

}  // namespace montecopter::cluster
