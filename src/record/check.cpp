#include "record/check.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <deque>

#include "core/base/error.hpp"
#include "core/base/index.hpp"
#include "core/base/parallel.hpp"
#include "record/packed_rows.hpp"
#include "record/posix.hpp"

namespace montecopter::record {
namespace {

constexpr std::uint64_t checked_piece_bytes = 16u << 20;

/// Bytes of a group of samples that is read and hashed at once: the group stays in the cache.
constexpr std::uint64_t checked_group_bytes = 512u << 10;

/// Rows [first, first + count) of some columns in memory.
class RowCache {
 public:
  RowCache(int fd, const std::string& path, const std::vector<const Dataset*>& columns)
      : fd_(fd), path_(path), columns_(columns), bytes_(columns.size()) {
    for (const Dataset* column : columns) sizes_.push_back(column->row_bytes());
  }

  void load(std::int64_t first, std::int64_t count) {
    first_ = first;
    const auto before = static_cast<Index>(first), rows = static_cast<Index>(count);
    for (std::size_t i = 0; i < columns_.size(); ++i) {
      bytes_[i].resize(sizes_[i] * rows);
      pread_all(fd_, bytes_[i], columns_[i]->offset + sizes_[i] * before, path_);
    }
  }

  void add_row(SampleCheck& check, std::int64_t row) const {
    for (std::size_t i = 0; i < columns_.size(); ++i) {
      const std::uint64_t at = sizes_[i] * static_cast<std::uint64_t>(row - first_);
      check.add(std::span(bytes_[i]).subspan(at, sizes_[i]));
    }
  }

  std::vector<std::span<const std::byte>> columns() const { return {bytes_.begin(), bytes_.end()}; }

 private:
  int fd_;
  const std::string& path_;
  const std::vector<const Dataset*>& columns_;
  std::vector<std::uint64_t> sizes_;  ///< of a row of each column [byte]
  std::int64_t first_ = 0;
  std::vector<std::vector<std::byte>> bytes_;
};

/// Bytes of one row of all columns.
std::uint64_t row_bytes(const std::vector<const Dataset*>& columns) {
  std::uint64_t bytes = 0;
  for (const Dataset* dataset : columns) bytes += dataset->row_bytes();
  return bytes;
}

/// Number of samples that are read and verified together.
std::int64_t group_rows(const Roles& roles) {
  const std::uint64_t row = 1 + row_bytes(roles.sample) + row_bytes(roles.trace);
  return static_cast<std::int64_t>(std::clamp<std::uint64_t>(checked_group_bytes / row, 1, 65536));
}

/// Number of ascending samples in [first, end).
std::uint64_t count_within(const std::vector<std::int64_t>& samples, std::int64_t first,
                           std::int64_t end) {
  const auto from = std::lower_bound(samples.begin(), samples.end(), first);
  return static_cast<std::uint64_t>(std::lower_bound(from, samples.end(), end) - from);
}

/// Recomputes the checks of consecutive samples. Each thread has one and reuses its memory.
class GroupCheck {
 public:
  GroupCheck(int fd, const std::string& path, const Schema& schema, const Roles& roles,
             const std::vector<std::int64_t>& traced)
      : fd_(fd),
        path_(path),
        check_(schema.at("check")),
        traced_(traced),
        sample_rows_(fd, path, roles.sample),
        trace_rows_(fd, path, roles.trace),
        packed_(roles.sample) {}

  UnverifiedSamples of(std::int64_t first, std::int64_t count) {
    UnverifiedSamples found;
    read_checks(fd_, path_, check_, first, count, stored_);
    const bool any = std::any_of(stored_.begin(), stored_.end(),
                                 [](const Hash128& hash) { return !hash.is_zero(); });
    if (!any) {
      found.missing.add(first, first + count);
      return found;
    }
    auto trace = std::lower_bound(traced_.begin(), traced_.end(), first);
    const auto trace_end = std::lower_bound(trace, traced_.end(), first + count);
    sample_rows_.load(first, count);
    trace_rows_.load(trace - traced_.begin(), trace_end - trace);
    packed_.pack(first, count, sample_rows_.columns());
    for (std::int64_t row = first; row < first + count; ++row) {
      const Hash128& wanted = stored_[static_cast<std::size_t>(row - first)];
      const bool is_traced = trace != trace_end && *trace == row;
      const auto place = trace - traced_.begin();
      if (is_traced) ++trace;
      if (wanted.is_zero()) {
        found.missing.add(row);
        continue;
      }
      recomputed_.begin(packed_.of(row));
      if (is_traced) trace_rows_.add_row(recomputed_, place);
      if (recomputed_.end() != wanted) found.damaged.add(row);
    }
    return found;
  }

 private:
  int fd_;
  const std::string& path_;
  const Dataset& check_;
  const std::vector<std::int64_t>& traced_;
  RowCache sample_rows_, trace_rows_;
  PackedRows packed_;
  std::vector<Hash128> stored_;
  SampleCheck recomputed_;
};

void add_dataset(Sha256& hash, int fd, const std::string& path, const Dataset& dataset) {
  std::vector<std::byte> piece;
  for (std::uint64_t at = 0; at < dataset.bytes(); at += piece.size()) {
    piece.resize(std::min(checked_piece_bytes, dataset.bytes() - at));
    pread_all(fd, piece, dataset.offset + at, path);
    hash.add(piece);
  }
}

}  // namespace

Roles::Roles(const Schema& schema) {
  for (const Dataset& dataset : schema.datasets) {
    if (!dataset.is_root() || dataset.scale != Scale::none || dataset.name == "check") continue;
    const std::string first = dataset.dims.empty() ? "" : dataset.dims[0];
    (first == "sample" ? sample : first == "trace_sample" ? trace : statistics).push_back(&dataset);
  }
}

void SampleCheck::begin(std::int64_t sample) {
  few_bytes_ = 0;
  has_more_ = false;
  add(std::as_bytes(std::span(&sample, 1)));
}

void SampleCheck::begin(std::span<const std::byte> index_and_rows) {
  few_bytes_ = 0;
  has_more_ = false;
  add(index_and_rows);
}

void SampleCheck::add_many(std::span<const std::byte> row) {
  if (!has_more_) hash_.reset();
  has_more_ = true;
  hash_.add(std::span(few_).first(few_bytes_));
  few_bytes_ = 0;
  if (row.size() > few_.size()) return hash_.add(row);
  add(row);
}

Hash128 SampleCheck::end() {
  const auto few = std::span(few_).first(few_bytes_);
  if (has_more_) hash_.add(few), few_bytes_ = 0;
  const Hash128 hash = has_more_ ? hash_.digest128() : xxh3_128(few);
  return hash.is_zero() ? Hash128{1, 0} : hash;
}

void read_checks(int fd, const std::string& path, const Dataset& check, std::int64_t first,
                 std::int64_t count, std::vector<Hash128>& checks) {
  static_assert(sizeof(Hash128) == 16);
  checks.resize(static_cast<std::size_t>(count));
  pread_all(fd, std::as_writable_bytes(std::span(checks)),
            check.offset + check.row_bytes() * static_cast<std::uint64_t>(first), path);
}

std::vector<std::int64_t> read_trace_samples(int fd, const std::string& path,
                                             const Schema& schema) {
  const Dataset* dataset = schema.find("trace_sample");
  if (!dataset) return {};
  std::vector<std::int64_t> samples(static_cast<std::size_t>(dataset->rows()));
  pread_all(fd, std::as_writable_bytes(std::span(samples)), dataset->offset, path);
  std::int64_t last = -1;
  for (const std::int64_t sample : samples) {
    if (sample <= last || sample >= schema.at("sample").rows()) {
      throw Error(ExitCode::refused,
                  Problem{path, "cannot use this file", "'trace_sample' is damaged",
                          "Restore it from a copy"});
    }
    last = sample;
  }
  return samples;
}

UnverifiedSamples find_unverified(int fd, const std::string& path, const Schema& schema,
                                  int threads) {
  return find_unverified(fd, path, schema, read_trace_samples(fd, path, schema), threads, {});
}

std::uint64_t bytes_to_verify(const Schema& schema) {
  const Roles roles(schema);
  std::uint64_t bytes = 0;
  for (const Dataset* dataset : roles.sample) bytes += dataset->bytes();
  for (const Dataset* dataset : roles.trace) bytes += dataset->bytes();
  return bytes;
}

UnverifiedSamples find_unverified(int fd, const std::string& path, const Schema& schema,
                                  const std::vector<std::int64_t>& traced, int threads,
                                  const Watch& watch) {
  const Roles roles(schema);
  const std::uint64_t of_sample = row_bytes(roles.sample), of_trace = row_bytes(roles.trace);
  std::deque<GroupCheck> groups;
  for (int t = 0; t < std::max(1, threads); ++t)
    groups.emplace_back(fd, path, schema, roles, traced);
  const std::int64_t samples = schema.at("check").rows(), group = group_rows(roles);
  const auto count = static_cast<std::size_t>((samples + group - 1) / group);
  std::vector<UnverifiedSamples> parts(count);
  const auto verify = [&](std::size_t thread, std::size_t k) {
    const std::int64_t first = static_cast<std::int64_t>(k) * group;
    const std::int64_t rows = std::min(group, samples - first);
    parts[k] = groups[thread].of(first, rows);
    watch.done(static_cast<std::uint64_t>(rows) * of_sample +
               count_within(traced, first, first + rows) * of_trace);
  };
  (void)for_each_index_by_thread(count, threads, verify, watch.stop);
  UnverifiedSamples found;
  for (const UnverifiedSamples& part : parts) {
    for (const RowRange& range : part.missing.ranges()) found.missing.add(range.first, range.end);
    for (const RowRange& range : part.damaged.ranges()) found.damaged.add(range.first, range.end);
  }
  return found;
}

void take_checks(int fd, const std::string& path, const Schema& schema, const TakeChecks& take) {
  const Dataset& check = schema.at("check");
  constexpr std::int64_t group = 1 << 14;
  std::vector<Hash128> checks;
  for (std::int64_t first = 0; first < check.rows(); first += group) {
    read_checks(fd, path, check, first, std::min(group, check.rows() - first), checks);
    take(first, checks);
  }
}

Digest256 content_sha256(int fd, const std::string& path, const Schema& schema) {
  Sha256 hash;
  add_dataset(hash, fd, path, schema.at("provenance/resolved"));
  take_checks(fd, path, schema, [&](std::int64_t first, std::span<const Hash128> checks) {
    for (const Hash128& one : checks) {
      if (!one.is_zero()) continue;
      throw Error(ExitCode::internal, Problem{path, "cannot finish the file",
                                              fmt::format("sample {} was never written",
                                                          first + (&one - checks.data()))});
    }
    hash.add(std::as_bytes(checks));
  });
  const Roles roles(schema);
  for (const Dataset* dataset : roles.statistics) add_dataset(hash, fd, path, *dataset);
  return hash.digest();
}

}  // namespace montecopter::record
