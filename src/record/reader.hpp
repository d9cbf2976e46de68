#pragma once
/// A result file that is read. Its metadata were examined in a child process; the data are read
/// here, by plain positioned reads at offsets that were checked against the size of the file.
///
/// stats, export, diff and `run` (which resumes) call ResultFile::open(), which lets HDF5 list all
/// datasets in a child (describe.cpp, isolate.hpp), checks the answer (validate_schema.cpp) and
/// keeps it as a Schema. No dataset is held in memory: every read_...() allocates what it returns,
/// and readers of large files ask for pieces. What the file contains may come from anybody: nothing
/// in it is trusted before it was checked.

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

/// Root attribute `source` of a real flight: its log has no scenario, though other texts stand
/// there.
inline constexpr const char* flight_log_source = "flight log";

class ResultFile {
 public:
  /// Error(refused) if it is not a result file or damaged, Error(io) if it cannot be opened.
  static ResultFile open(const std::string& path, bool writable = false);
  /// One that is open already; `path` is for messages.
  static ResultFile of(Fd fd, std::string path, Schema schema);
  /// The same of an open file about which the child process has answered.
  static ResultFile answered(Fd fd, const std::string& path, const std::string& answer);

  const std::string& path() const { return path_; }
  const Schema& schema() const { return schema_; }
  /// All datasets in file order, those of /provenance too: name, shape, dims, attributes.
  const std::vector<Dataset>& datasets() const { return schema_.datasets; }
  /// By name; null if there is none.
  const Dataset* find(const std::string& name) const;
  /// Error(refused) naming a near name if the file has no such dataset, or one without bytes.
  const Dataset& at(const std::string& name) const;

  std::int64_t samples() const { return schema_.at("sample").rows(); }
  std::vector<std::int64_t> trace_samples() const;
  /// The byte `complete`: 1 when the file is finished, 0 before; anything else is damage.
  std::uint8_t complete_byte() const;
  bool complete() const { return complete_byte() == 1; }
  /// Status code of each sample, 0 = not flown; all 1 if the file has no `status` column.
  std::vector<std::int8_t> status() const;
  /// The same in pieces, from the first sample on.
  using TakeStatus = std::function<void(std::int64_t first, std::span<const std::int8_t>)>;
  void take_status(const TakeStatus& take) const;
  /// The texts of /provenance. Error(refused) if one is damaged: texts hold no byte 0.
  std::string resolved_text() const;
  std::string scenario_text() const;
  /// The warnings about the scenario and its flights, as the last run that finished or resumed the
  /// file states it; none in files of earlier builds.
  std::vector<std::string> warnings() const;
  /// The program that finished the file, or laid it out; empty if it does not say.
  std::string build() const;
  /// Another text about that run: "compiler", "lanes", "host".
  std::string volatile_text(const std::string& item) const;
  /// Text attribute of the root group, or "".
  std::string root_attribute(const std::string& name) const;
  /// Whether a real flight is in it, and nothing that was computed from a scenario.
  bool is_flight_log() const { return root_attribute("source") == flight_log_source; }
  /// As stored, in hexadecimal; empty if the file is not complete. require_intact() proves it.
  std::string content_sha256() const;

  /// A whole dataset as numbers; f32 and integers are converted exactly or Error(refused).
  std::vector<double> read_f64(const std::string& name) const;
  /// The same of elements [first, first + count).
  std::vector<double> read_f64(const Dataset& dataset, std::int64_t first,
                               std::int64_t count) const;
  /// The same into `values`, whose memory is used again.
  void read_f64(const Dataset& dataset, std::int64_t first, std::int64_t count,
                std::vector<double>& values) const;
  std::vector<std::int64_t> read_i64(const std::string& name) const;
  std::vector<std::uint64_t> read_u64(const std::string& name) const;
  /// Bytes of rows [first, first + count) as stored, or of elements.
  std::vector<std::byte> read_rows(const Dataset& dataset, std::int64_t first,
                                   std::int64_t count) const;
  std::vector<std::byte> read_elements(const Dataset& dataset, std::int64_t first,
                                       std::int64_t count) const;
  /// The same into `bytes`, whose memory is used again.
  void read_elements(const Dataset& dataset, std::int64_t first, std::int64_t count,
                     std::vector<std::byte>& bytes) const;

  /// Samples whose stored bytes do not give their stored check, and the same in one set.
  UnverifiedSamples find_unverified(int threads = 1) const;
  RowRanges unverified_samples(int threads = 1) const;
  /// The same, and the samples that were left out: their status is not_run.
  RowRanges samples_to_fly(int threads = 1) const;
  /// The content hash of the bytes that are stored now.
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
