#pragma once
/// A result file open for reading. Its metadata were examined in a child process. The data are read
/// here by positioned reads, at offsets that were checked against the size of the file.
///
/// The commands stats, export, diff and `run` (which resumes) call ResultFile::open(). It lets HDF5
/// list all datasets in a child (describe.cpp, isolate.hpp), checks the answer
/// (validate_schema.cpp) and keeps it as a Schema. No dataset is held in memory: every read_...()
/// allocates its result, and readers of large files ask for pieces. A file may come from anybody,
/// so nothing in it is trusted before it was checked.

#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <vector>

#include "core/base/hash.hpp"
#include "record/check.hpp"
#include "record/posix.hpp"
#include "record/schema.hpp"

namespace montecopter::record {

/// Root attribute `source` of a real flight: its log has no scenario, although other texts are
/// stored there.
inline constexpr const char* flight_log_source = "flight log";

class ResultFile {
 public:
  /// Opens a file. Throws Error(refused) if it is not a result file or is damaged, Error(io) if it
  /// cannot be opened.
  static ResultFile open(const std::string& path, bool writable = false);
  /// Takes a file that is already open; `path` is for messages.
  static ResultFile of(Fd fd, std::string path, Schema schema);
  /// Takes an open file that the child process has already described.
  static ResultFile answered(Fd fd, const std::string& path, const std::string& answer);

  const std::string& path() const { return path_; }
  const Schema& schema() const { return schema_; }
  /// All datasets in file order, those of /provenance too: name, shape, dims, attributes.
  const std::vector<Dataset>& datasets() const { return schema_.datasets; }
  /// The dataset of this name; null if there is none.
  const Dataset* find(const std::string& name) const;
  /// The dataset of this name. Throws Error(refused), with a similar name, if there is none or it
  /// has no bytes.
  const Dataset& at(const std::string& name) const;

  std::int64_t samples() const { return schema_.at("sample").rows(); }
  std::vector<std::int64_t> trace_samples() const;
  /// The byte `complete`: 1 when the file is finished, 0 before; anything else is damage.
  std::uint8_t complete_byte() const;
  bool complete() const { return complete_byte() == 1; }
  /// Status code of each sample, 0 = not flown; all 1 if the file has no `status` column.
  std::vector<std::int8_t> status() const;
  /// Passes on the status codes in pieces, from the first sample on.
  using TakeStatus = std::function<void(std::int64_t first, std::span<const std::int8_t>)>;
  void take_status(const TakeStatus& take) const;
  /// The texts of /provenance. Error(refused) if one is damaged: texts hold no byte 0.
  std::string resolved_text() const;
  std::string scenario_text() const;
  /// The warnings about the scenario and its flights, stored by the last run that finished or
  /// resumed the file; none in files of earlier builds.
  std::vector<std::string> warnings() const;
  /// The program that finished the file, or laid it out; empty if not stored.
  std::string build() const;
  /// When the file was laid out (UTC), as "2026-11-28T12:32:32Z"; empty if it does not say.
  std::string started() const;
  /// Another text about that run: "compiler", "lanes", "host".
  std::string volatile_text(const std::string& item) const;
  /// Text attribute of the root group, or "".
  std::string root_attribute(const std::string& name) const;
  /// Whether the file holds a real flight, and nothing computed from a scenario.
  bool is_flight_log() const { return root_attribute("source") == flight_log_source; }
  /// The stored content hash in hexadecimal; empty if the file is not complete. require_intact()
  /// proves it.
  std::string content_sha256() const;

  /// A whole dataset as numbers; f32 and integers are converted exactly or Error(refused).
  std::vector<double> read_f64(const std::string& name) const;
  /// Elements [first, first + count) as numbers.
  std::vector<double> read_f64(const Dataset& dataset, std::int64_t first,
                               std::int64_t count) const;
  /// Elements [first, first + count) as numbers, in reusable memory.
  void read_f64(const Dataset& dataset, std::int64_t first, std::int64_t count,
                std::vector<double>& values) const;
  std::vector<std::int64_t> read_i64(const std::string& name) const;
  std::vector<std::uint64_t> read_u64(const std::string& name) const;
  /// Stored bytes of rows, or of elements, [first, first + count).
  std::vector<std::byte> read_rows(const Dataset& dataset, std::int64_t first,
                                   std::int64_t count) const;
  std::vector<std::byte> read_elements(const Dataset& dataset, std::int64_t first,
                                       std::int64_t count) const;
  /// Stored bytes of elements, in reusable memory.
  void read_elements(const Dataset& dataset, std::int64_t first, std::int64_t count,
                     std::vector<std::byte>& bytes) const;

  /// Samples whose stored bytes do not match their stored check, and both kinds in one set.
  UnverifiedSamples find_unverified(int threads = 1) const;
  RowRanges unverified_samples(int threads = 1) const;
  /// Unverified samples and samples that were left out (status not_run).
  RowRanges samples_to_fly(int threads = 1) const;
  /// The content hash of the present bytes.
  std::string computed_content_sha256() const;

  int fd() const { return fd_.get(); }
  Fd take_fd() { return std::move(fd_); }

 private:
  ResultFile() = default;
  std::vector<std::byte> read_all(const Dataset& dataset) const;
  /// Where elements [first, first + count) begin in the file. Error if they are not all there.
  std::uint64_t place_of(const Dataset& dataset, std::int64_t first, std::int64_t count) const;
  std::string read_text(const std::string& name) const;
  std::vector<std::string> read_lines(const std::string& name) const;

  std::string path_;
  Fd fd_;
  Schema schema_;
};

}  // namespace montecopter::record
