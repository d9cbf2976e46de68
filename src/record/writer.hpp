#pragma once
/// The result file while it is being filled: laid out once, then written in place by many threads,
/// safe to kill at any moment. The format is described in docs/result-file.md.
///
/// `run` calls, in this order,
///   1. create_or_resume(): a new file is laid out by HDF5 (lay_out.cpp, in a child process), with
///      its final size; an existing one of the same scenario is examined for samples that are
///      missing or damaged. The file is locked from here on;
///   2. write() for each finished block, from any thread (write_block.cpp): data first, then the
///      check of each sample, by pwrite at offsets that are known since 1. A sample counts as flown
///      when its check fits its bytes;
///   (2a. where a run stops early: cut(), which moves what is kept into a shorter file)
///   (2b. where several processes fill one file: attach() in the others, write() in all of them,
///   and tally() to add_tally() from the others to the one that finishes)
///   3. keep_warnings(), and finish(): statistics, content hash, volatile items, and last the byte
///      `complete`.
/// A killed process leaves a file that 1. resumes. HDF5 is not called between 1. and the end: data
/// are plain bytes at places that the Schema defines.

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

/// What may differ between two runs with the same result. Texts are cut at 64 bytes.
struct Volatile {
  std::string host;
  std::string build;         ///< of the program: version, commit
  std::string compiler;      ///< that built it
  std::string lanes;         ///< instruction set chosen for the lanes
  std::int64_t threads = 0;  ///< of the run; the file is examined by as many
};

/// Root attribute: where numbers of the scenario are from, as people state it.
inline constexpr const char* sources_attribute = "number_sources";

/// Asked about a file that is there: the samples of each point, if it is of this campaign with
/// fewer samples, or with as many in a file that says what this one does not; else 0.
using FewerSamples = std::function<std::int64_t(const ResultFile& there)>;

struct WriterOptions {
  bool reproducible = false;  ///< store zeros instead of Volatile, times and wall clock
  /// Fly beside a file that is there, which finish() replaces; it is a result file, or refused.
  bool fresh = false;
  /// For a new file: no space is reserved, and what is not written stays a hole that reads as zeros
  /// (indices of samples and NaN of missing numbers, too). For files that are larger than the disk,
  /// of which only some samples are to be stored; they cannot be finished.
  bool sparse = false;
  Refly refly = {};  ///< if given, what an existing file holds has to be what this flies
  /// If given, and the file holds a campaign with fewer samples: their flights are copied into a
  /// new file beside it, which finish() puts in its place.
  FewerSamples fewer_samples = {};
  std::int64_t samples_per_point = 0;  ///< of the layout; needed with fewer_samples
};

/// Where a file that is being filled is, for another process that writes into it.
struct FilePlace {
  std::string path;                     ///< the name that it has now, absolute
  std::uint64_t device = 0, inode = 0;  ///< as the process that locked it sees it
  /// Name and offset of each dataset. [byte]
  std::vector<std::pair<std::string, std::uint64_t>> offsets;
};

class PartialFile;

/// The finished samples of a file, as far as its writer knows: how many, and the sum of their
/// checks. A check covers the sample's index, so equal sums mean equal checks in all rows.
class Tally {
 public:
  /// Any number of threads at once.
  void add(const Hash128& check) {
    low_ += check.low;
    high_ += check.high;
    ++samples_;
  }
  /// What another process has written.
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
  /// Lays out a new file, or opens an existing one of the same scenario and layout to resume it;
  /// indices, coordinates and texts that are not what the layout gives are written again.
  /// Holds the file's lock from then on. Error(refused) if something else has this name (it is not
  /// touched), or if it holds what `refly` does not fly; Error(io) if another process is writing,
  /// the space is not there, or the disk fails.
  static Writer create_or_resume(const std::string& path, const Layout& layout,
                                 const Volatile& description, const WriterOptions& options);

  /// A writer that only writes blocks, into the file that another process has laid out for the same
  /// layout, holds the lock of and finishes. HDF5 is not asked. Error(io) if there is no such file.
  static Writer attach(const FilePlace& place, const Layout& layout);
  FilePlace place() const;

  const std::string& path() const { return path_; }
  /// Samples to fly: those whose stored check does not prove their stored bytes, and those that
  /// were left out.
  const RowRanges& missing_rows() const { return missing_; }
  /// Whether all samples are in the file by now: those that were missing as well.
  bool has_all() const;
  /// True if the file was finished before, nothing is missing, and the stored bytes give the stored
  /// content hash. If not, call finish() once nothing is missing.
  bool was_complete() const { return was_complete_; }
  /// False if the options say reproducible and the file holds volatile items all the same: it was
  /// finished without the option, and finish() takes them out.
  bool volatile_matches() const;
  /// Messages for the user: space that could not be reserved, stale partial files, what was damaged
  /// and is written again.
  const std::vector<std::string>& warnings() const { return warnings_; }

  /// The build whose samples a resumed file holds, if that is not ours; else empty.
  const std::string& other_build() const { return other_build_; }
  /// True while another file has the name, as it was: nothing of this run outlives an interruption.
  bool is_beside() const { return beside_ != nullptr; }

  /// Keeps of each point of a sweep its first `wanted` samples only (without a sweep there is one
  /// point), in a new file beside this one, which finish() puts in its place. Its layout is that of
  /// the most samples of a point; what is not wanted of the others is missing then, as is what the
  /// new layout traces and the old one does not.
  void cut(const Layout& layout, const std::vector<std::int64_t>& wanted);

  /// Stores finished samples; any number of threads at once, each sample once. The check of a
  /// sample is written after its data. Error(io) if the disk is full: the file can be resumed.
  void write(const Block& block) const;
  /// The same of rows of many blocks, with fewer and larger writes.
  void write_stretch(const Block& rows) const;

  /// What was written here, and what other processes say that they wrote: finish() holds the file
  /// to the sum.
  const Tally& tally() const { return *tally_; }
  void add_tally(std::int64_t samples, const Hash128& sum) const { tally_->add(samples, sum); }

  /// What was written is on the disk, for a process of another machine that finishes the file.
  void sync() const;

  /// Stores the warnings about the scenario and its flights, a line for each, in place of what
  /// was stored before. Lines that do not fit are counted in the last one.
  void keep_warnings(const std::vector<std::string>& lines) const;

  /// Ends the file: statistics, content hash, volatile items, then the `complete` byte.
  /// `statistics` holds the bytes of each Rows::none column, in layout order. Error(internal) if
  /// a sample was never written, Error(io) if the file no longer holds what was.
  /// Beside another file: takes its place, whole, or Error(io) if that is another one by now.
  void finish(const std::vector<std::vector<std::byte>>& statistics);

  /// The file as it is now, read through the descriptor that it is written by, whatever has its
  /// name by then.
  ResultFile as_written() const;
  /// Error(io) if the name no longer leads to the file that this writer holds: it was moved or
  /// removed, or another one was put in its place. Call before telling anybody where the result is.
  void require_in_place() const;

  /// Hexadecimal content hash as stored; empty if the file is not complete.
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
  Fd replaced_;                          ///< the file that is to be replaced, locked
  std::string other_build_;
  Schema schema_;
  std::vector<Column> columns_;
  std::vector<const Dataset*> stored_;  ///< of each column; null if it is not stored
  std::vector<std::int64_t> trace_samples_;
  RowRanges missing_;
  std::vector<std::string> warnings_;
  std::unique_ptr<LaterSync> later_sync_;  ///< of a file that this writer has laid out
  /// Part of the rows up to which read_ahead() has asked.
  std::unique_ptr<std::atomic<std::int64_t>> asked_for_ =
      std::make_unique<std::atomic<std::int64_t>>(0);
  std::unique_ptr<Tally> tally_ = std::make_unique<Tally>();
  bool was_complete_ = false;
};

}  // namespace montecopter::record
