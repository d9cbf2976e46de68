#pragma once
/// A result file that is being filled: laid out once, then written in place by many threads, safe
/// to kill at any moment. The format is described in docs/result-file.md.
///
/// In `run`, these calls follow each other:
///   1. The first is create_or_resume(). It lays out a new file by HDF5 (lay_out.cpp), with its
///      final size. In an existing file of the same scenario it looks for missing or damaged
///      samples. The file is locked from here on.
///   2. Any thread calls write() for each finished block (write_block.cpp). By pwrite at known
///      offsets it writes first the data, then the check of each sample. A sample counts as flown
///      when its check matches its bytes. If a run stops early, cut() moves the kept samples into a
///      shorter file. If several processes fill one file, the others call attach(), and all of them
///      write(). Each tally() goes to add_tally() of the process that finishes.
///   3. At the end, keep_warnings() and finish() store statistics, content hash, volatile items,
///      and last the byte `complete`.
/// A killed process leaves a file that step 1 resumes. HDF5 is not called after step 1: data are
/// plain bytes at places that the Schema defines.

#include <atomic>
#include <chrono>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "core/base/hash.hpp"
#include "core/base/row_ranges.hpp"
#include "plan/layout.hpp"
#include "record/carry_over.hpp"
#include "record/later_sync.hpp"
#include "record/posix.hpp"
#include "record/prove.hpp"
#include "record/reader.hpp"
#include "record/schema.hpp"

namespace montecopter::record {

/// Properties of a run that do not affect the result. Texts are truncated at 64 bytes.
struct Volatile {
  std::string host;
  std::string build;         ///< build of the program: version, commit
  std::string compiler;      ///< compiler of the program
  std::string lanes;         ///< instruction set chosen for the lanes
  std::int64_t threads = 0;  ///< of the run; as many threads examine the file
  /// When this build passed `verify` on this machine, and how many checks; empty: not recorded.
  std::string verify_stamp = {};
};

/// Root attribute: sources of the scenario's numbers, as stated by people.
inline constexpr const char* sources_attribute = "number_sources";

/// Returns the number of samples of each point of an existing file that can be extended, else 0.
/// Such a file belongs to this campaign and has fewer samples. It may have as many if it also
/// states something that this campaign does not.
using FewerSamples = std::function<std::int64_t(const ResultFile& there)>;

struct WriterOptions {
  bool reproducible = false;  ///< store zeros instead of Volatile, times and wall-clock time
  /// Fly beside an existing file, which finish() replaces. It must be a result file.
  bool fresh = false;
  /// For a new file: reserve no space, and leave unwritten data as holes that read as zeros (also
  /// sample indices and NaN of missing numbers). For files larger than the disk that store only
  /// some samples; they cannot be finished.
  bool sparse = false;
  Refly refly = {};  ///< If given, an existing file must hold the samples that this flies.
  /// If given, and the file holds a campaign with fewer samples: copy their flights into a new file
  /// beside it, which then replaces it in finish().
  FewerSamples fewer_samples = {};
  std::int64_t samples_per_point = 0;  ///< of the layout; needed with fewer_samples
};

/// Place of a file that is being filled, for another process that writes into it.
struct FilePlace {
  std::string path;                     ///< its present name, absolute
  std::uint64_t device = 0, inode = 0;  ///< as the process that locked it sees it
  /// Name and offset of each dataset. [byte]
  std::vector<std::pair<std::string, std::uint64_t>> offsets;
};

class PartialFile;

/// The finished samples of a file, as far as its writer knows: their number, and the sum of their
/// checks. A check covers the sample's index, so equal sums mean equal checks in all rows.
class Tally {
 public:
  /// Adds a check. Any number of threads may call it at once.
  void add(const Hash128& check) {
    low_ += check.low;
    high_ += check.high;
    ++samples_;
  }
  /// Adds the samples that another process has written.
  void add(std::int64_t samples, const Hash128& sum) {
    low_ += sum.low;
    high_ += sum.high;
    samples_ += samples;
  }
  std::int64_t samples() const { return samples_; }
  Hash128 sum() const { return {low_, high_}; }

 private:
  std::atomic<std::int64_t> samples_ = 0;
  std::atomic<std::uint64_t> low_ = 0;
  std::atomic<std::uint64_t> high_ = 0;
};

class Writer {
 public:
  /// Lays out a new file, or opens an existing one of the same scenario and layout to resume it.
  /// Indices, coordinates and texts that differ from the layout are written again. The writer then
  /// holds the file's lock. Throws Error(refused) if something else has this name (it is not
  /// touched), or if the file's samples differ from those of `refly`. Throws Error(io) if another
  /// process is writing, space is missing, or the disk fails.
  static Writer create_or_resume(const std::string& path, const Layout& layout,
                                 const Volatile& description, const WriterOptions& options);

  /// A writer that only writes blocks, into a file of another process with the same layout. That
  /// process has laid it out, holds the lock and finishes it. HDF5 is not called. Throws Error(io)
  /// if there is no such file.
  static Writer attach(const FilePlace& place, const Layout& layout);
  FilePlace place() const;

  const std::string& path() const { return path_; }
  /// Samples to fly: samples whose stored check does not prove their stored bytes, and samples that
  /// were left out.
  const RowRanges& missing_rows() const { return missing_; }
  /// Whether all samples are now in the file, including those that were missing.
  bool has_all() const;
  /// True if the file was finished before, nothing is missing, and the stored bytes match the
  /// stored content hash. If not, call finish() once nothing is missing.
  bool was_complete() const { return was_complete_; }
  /// False if the options say reproducible but the file holds volatile items: it was finished
  /// without the option, and finish() clears them.
  bool volatile_matches() const;
  /// Messages for the user about space that could not be reserved, stale partial files, and damaged
  /// items that were written again.
  const std::vector<std::string>& warnings() const { return warnings_; }

  /// The build whose samples a resumed file holds, if it differs from ours; else empty.
  const std::string& other_build() const { return other_build_; }
  /// True while another file still has the name: an interruption then loses everything of this run.
  bool is_beside() const { return beside_ != nullptr; }

  /// Keeps only the first `wanted` samples of each sweep point (without a sweep there is one
  /// point). They go into a new file beside this one, which replaces it in finish(). Its layout has
  /// the largest number of samples of any point. Points with fewer samples then have missing ones,
  /// and so have traces that only the new layout stores.
  void cut(const Layout& layout, const std::vector<std::int64_t>& wanted);

  /// Stores finished samples. Any number of threads may call it at once, with each sample once. The
  /// check of a sample is written after its data. Throws Error(io) if the disk is full: the file
  /// can be resumed.
  void write(const Block& block) const;
  /// Stores rows of many blocks, with fewer and larger writes.
  void write_stretch(const Block& rows) const;

  /// Tally of everything written here and reported by other processes: finish() compares the file
  /// with the sum.
  const Tally& tally() const { return *tally_; }
  void add_tally(std::int64_t samples, const Hash128& sum) const { tally_->add(samples, sum); }

  /// Syncs everything written, for a process on another machine that finishes the file.
  void sync() const;

  /// Stores the warnings about the scenario and its flights, one per line, and replaces earlier
  /// ones. The last line counts the warnings that do not fit.
  void keep_warnings(const std::vector<std::string>& lines) const;

  /// Finishes the file: statistics, content hash, volatile items, then the `complete` byte.
  /// `statistics` holds the bytes of each Rows::none column, in layout order. Throws
  /// Error(internal) if a sample was never written, and Error(io) if the file was changed. A file
  /// beside another one replaces it as a whole; Error(io) if the other one has changed.
  void finish(const std::vector<std::vector<std::byte>>& statistics);

  /// The present file, read through its own descriptor, whatever file has its name.
  ResultFile as_written() const;
  /// Throws Error(io) if the name no longer leads to the file of this writer: it was moved, removed
  /// or replaced. Call it before you report where the result is.
  void require_in_place() const;

  /// The stored content hash in hexadecimal; empty if the file is not complete.
  std::string content_sha256() const;

 private:
  Writer() = default;
  static bool create(Writer& writer, const Layout& layout);
  static void begin_beside(Writer& writer, const Layout& layout);
  std::int64_t fewer_samples_there(const Layout& layout) const;
  void take_over(const ResultFile& there, const OtherLength& length, const Layout& layout);
  void lock(int fd) const;
  void replace();
  static void resume(Writer& writer, const Layout& layout);
  void begin_in(PartialFile& partial, const Layout& layout);
  void compare_builds(const ResultFile& file, const Layout& layout);
  void lay_out_in(PartialFile& partial, const Layout& layout);
  void warn_of_the_end(const ResultFile& file);
  void take_layout(const Layout& layout);
  void reset_end() const;
  void write_started() const;
  void write_volatile() const;
  void tally_stored();
  void require_as_written() const;
  std::string how_to_resume() const;
  void write_column(std::size_t column, const std::vector<std::int64_t>& rows,
                    std::span<const std::byte> data) const;
  void write_checks(const Block& block, const std::vector<std::int64_t>& traces) const;
  void read_ahead(std::int64_t row) const;
  void put(const Dataset& dataset, std::span<const std::byte> bytes, std::uint64_t at = 0) const;

  std::string path_;
  Volatile volatile_;
  WriterOptions options_;
  std::chrono::steady_clock::time_point begin_;
  Fd fd_;
  std::shared_ptr<PartialFile> beside_;  ///< until the file has its final name
  Fd replaced_;                          ///< the file to be replaced, locked
  std::string other_build_;
  Schema schema_;
  std::vector<Column> columns_;
  std::vector<const Dataset*> stored_;  ///< of each column; null if it is not stored
  std::vector<std::int64_t> trace_samples_;
  RowRanges missing_;
  std::vector<std::string> warnings_;
  std::unique_ptr<LaterSync> later_sync_;  ///< of a file that this writer has laid out
  /// Part of the rows up to which read_ahead() has read.
  std::unique_ptr<std::atomic<std::int64_t>> asked_for_ =
      std::make_unique<std::atomic<std::int64_t>>(0);
  std::unique_ptr<Tally> tally_ = std::make_unique<Tally>();
  bool was_complete_ = false;
};

}  // namespace montecopter::record
