#include "record/check.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "base/error.hpp"
#include "base/parallel.hpp"
#include "record/posix.hpp"

namespace montecopter::record {
namespace {

constexpr std::uint64_t piece_bytes = 16u << 20;

/// Samples are read and hashed in groups of so many bytes, which stay in the cache.
constexpr std::uint64_t group_bytes = 2u << 20;

/// Rows [first, first + count) of some columns in memory.
class RowCache {
 public:
  RowCache(int fd, const std::string& path, const std::vector<const Dataset*>& columns)
      : fd_(fd), path_(path), columns_(columns), bytes_(columns.size()) {}

  void load(std::int64_t first, std::int64_t count) {
    first_ = first;
    for (std::size_t i = 0; i < columns_.size(); ++i) {
      const std::uint64_t row = columns_[i]->row_bytes();
      bytes_[i].resize(row * static_cast<std::uint64_t>(count));
      pread_all(fd_, bytes_[i], columns_[i]->offset + row * static_cast<std::uint64_t>(first),
                path_);
    }
  }

  void add_row(SampleCheck& check, std::int64_t row) const {
    for (std::size_t i = 0; i < columns_.size(); ++i) {
      const std::uint64_t size = columns_[i]->row_bytes();
      const std::uint64_t at = size * static_cast<std::uint64_t>(row - first_);
      check.add(std::span(bytes_[i]).subspan(at, size));
    }
  }

 private:
  int fd_;
  const std::string& path_;
  const std::vector<const Dataset*>& columns_;
  std::int64_t first_ = 0;
  std::vector<std::vector<std::byte>> bytes_;
};

std::vector<Hash128> read_checks(int fd, const std::string& path, const Dataset& check,
                                 std::int64_t first, std::int64_t count) {
  static_assert(sizeof(Hash128) == 16);
  std::vector<Hash128> checks(static_cast<std::size_t>(count));
  pread_all(fd, std::as_writable_bytes(std::span(checks)),
            check.offset + check.row_bytes() * static_cast<std::uint64_t>(first), path);
  return checks;
}

/// Samples that are read and verified together.
std::int64_t group_rows(const Roles& roles) {
  std::uint64_t row_bytes = 1;
  for (const Dataset* dataset : roles.sample) row_bytes += dataset->row_bytes();
  for (const Dataset* dataset : roles.trace) row_bytes += dataset->row_bytes();
  return static_cast<std::int64_t>(std::clamp<std::uint64_t>(group_bytes / row_bytes, 1, 65536));
}

/// Recomputes the checks of consecutive samples; of several groups at once.
class GroupCheck {
 public:
  GroupCheck(int fd, const std::string& path, const Schema& schema, const Roles& roles,
             const std::vector<std::int64_t>& traced)
      : fd_(fd), path_(path), check_(schema.at("check")), roles_(roles), traced_(traced) {}

  Unverified of(std::int64_t first, std::int64_t count) const {
    Unverified found;
    const std::vector<Hash128> stored = read_checks(fd_, path_, check_, first, count);
    const bool any = std::any_of(stored.begin(), stored.end(),
                                 [](const Hash128& hash) { return !hash.is_zero(); });
    if (!any) {
      found.missing.add(first, first + count);
      return found;
    }
    auto trace = std::lower_bound(traced_.begin(), traced_.end(), first);
    const auto trace_end = std::lower_bound(trace, traced_.end(), first + count);
    RowCache sample_rows(fd_, path_, roles_.sample), trace_rows(fd_, path_, roles_.trace);
    sample_rows.load(first, count);
    trace_rows.load(trace - traced_.begin(), trace_end - trace);
    SampleCheck recomputed;
    for (std::int64_t row = first; row < first + count; ++row) {
      const Hash128& wanted = stored[static_cast<std::size_t>(row - first)];
      const bool is_traced = trace != trace_end && *trace == row;
      const auto place = trace - traced_.begin();
      if (is_traced) ++trace;
      if (wanted.is_zero()) {
        found.missing.add(row);
        continue;
      }
      recomputed.begin(row);
      sample_rows.add_row(recomputed, row);
      if (is_traced) trace_rows.add_row(recomputed, place);
      if (recomputed.end() != wanted) found.damaged.add(row);
    }
    return found;
  }

 private:
  int fd_;
  const std::string& path_;
  const Dataset& check_;
  const Roles& roles_;
  const std::vector<std::int64_t>& traced_;
};

void add_dataset(Sha256& hash, int fd, const std::string& path, const Dataset& dataset) {
  std::vector<std::byte> piece;
  for (std::uint64_t at = 0; at < dataset.bytes(); at += piece.size()) {
    piece.resize(std::min(piece_bytes, dataset.bytes() - at));
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

std::vector<std::int64_t> read_trace_samples(int fd, const std::string& path,
                                             const Schema& schema) {
  const Dataset* dataset = schema.find("trace_sample");
  if (!dataset) return {};
  std::vector<std::int64_t> samples(static_cast<std::size_t>(dataset->rows()));
  pread_all(fd, std::as_writable_bytes(std::span(samples)), dataset->offset, path);
  std::int64_t last = -1;
  for (const std::int64_t sample : samples) {
    if (sample <= last || sample >= schema.at("sample").rows()) {
      throw Error(ExitCode::refused, path +
                                         ": error: cannot use this file ('trace_sample' is "
                                         "damaged). Restore it from a copy.");
    }
    last = sample;
  }
  return samples;
}

Unverified find_unverified(int fd, const std::string& path, const Schema& schema, int threads) {
  return find_unverified(fd, path, schema, read_trace_samples(fd, path, schema), threads, nullptr);
}

Unverified find_unverified(int fd, const std::string& path, const Schema& schema,
                           const std::vector<std::int64_t>& traced, int threads,
                           const std::atomic<bool>* stop) {
  const Roles roles(schema);
  const GroupCheck groups(fd, path, schema, roles, traced);
  const std::int64_t samples = schema.at("check").rows(), group = group_rows(roles);
  const auto count = static_cast<std::size_t>((samples + group - 1) / group);
  std::vector<Unverified> parts(count);
  const auto verify = [&](std::size_t k) {
    const std::int64_t first = static_cast<std::int64_t>(k) * group;
    parts[k] = groups.of(first, std::min(group, samples - first));
  };
  (void)for_each_index(count, threads, verify, stop);
  Unverified found;
  for (const Unverified& part : parts) {
    for (const RowRange& range : part.missing.ranges()) found.missing.add(range.first, range.end);
    for (const RowRange& range : part.damaged.ranges()) found.damaged.add(range.first, range.end);
  }
  return found;
}

void take_checks(int fd, const std::string& path, const Schema& schema, const TakeChecks& take) {
  const Dataset& check = schema.at("check");
  constexpr std::int64_t group = 1 << 20;
  for (std::int64_t first = 0; first < check.rows(); first += group) {
    take(first, read_checks(fd, path, check, first, std::min(group, check.rows() - first)));
  }
}

Digest256 content_sha256(int fd, const std::string& path, const Schema& schema) {
  Sha256 hash;
  add_dataset(hash, fd, path, schema.at("provenance/resolved"));
  take_checks(fd, path, schema, [&](std::int64_t first, std::span<const Hash128> checks) {
    for (const Hash128& one : checks) {
      if (!one.is_zero()) continue;
      throw Error(ExitCode::internal,
                  fmt::format("{}: error: cannot finish the file (sample {} was never written).",
                              path, first + (&one - checks.data())));
    }
    hash.add(std::as_bytes(checks));
  });
  const Roles roles(schema);
  for (const Dataset* dataset : roles.statistics) add_dataset(hash, fd, path, *dataset);
  return hash.digest();
}

}  // namespace montecopter::record
