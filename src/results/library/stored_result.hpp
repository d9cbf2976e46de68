#pragma once
/// A result file that is read: its columns as numbers, its statistics as text, and the differences
/// from another result.

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "core/base/error.hpp"

namespace montecopter {

namespace record {
class ResultFile;
}

/// Copies share one open file. Several threads may read it.
class StoredResult {
 public:
  /// Error(refused) if it is not a result or its metadata are damaged, Error(io) if it cannot be
  /// read. The bytes of the samples are not verified.
  static StoredResult open(const std::string& path);

  /// Verifies all bytes against the stored hashes. Error(refused), which names damaged samples.
  void verify() const;

  std::int64_t samples() const;
  /// Whether the file is finished.
  bool is_complete() const;
  /// The content hash of a finished file, in hexadecimal; else empty.
  std::string content_sha256() const;
  /// The complete scenario, as TOML.
  std::string resolved_scenario() const;

  /// Names of the datasets: "m_max_tilt_deg", "in_vehicle.mass_kg", "position".
  std::vector<std::string> columns() const;
  std::vector<std::int64_t> shape(const std::string& column) const;
  /// All numbers of a column, the last dimension fastest. Error(refused) with a near name if there
  /// is no such column.
  std::vector<double> read(const std::string& column) const;
  /// The status code of each sample: 0 not flown, 1 ok, others failed (docs/result-file.md).
  std::vector<std::int8_t> status() const;
  /// Numbers of the samples that meet a condition (docs/conditions.md), ascending.
  std::vector<std::int64_t> samples_where(const std::string& condition) const;
  /// The samples with the largest values of a metric or formula, the worst first.
  std::vector<std::int64_t> worst_samples(const std::string& by, std::int64_t most) const;

  /// What `montecopter stats` prints, as text and as JSON.
  std::string statistics_text() const;
  std::string statistics_json() const;

  /// For the other functions of this folder.
  const record::ResultFile& file() const { return *file_; }

 private:
  explicit StoredResult(std::shared_ptr<const record::ResultFile> file) : file_(std::move(file)) {}
  std::shared_ptr<const record::ResultFile> file_;
};

/// The differences of two results of one scenario, bit by bit.
struct ResultDifference {
  bool is_same = false;
  std::string text;  ///< what `montecopter diff` prints
  std::string json;
};

/// Error(refused) if the results are of different scenarios.
ResultDifference difference_of(const StoredResult& a, const StoredResult& b);

}  // namespace montecopter
