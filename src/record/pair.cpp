#include "record/pair.hpp"

#include <algorithm>
#include <cstring>
#include <deque>

#include "core/base/parallel.hpp"
#include "record/packed_rows.hpp"
#include "record/posix.hpp"

namespace montecopter::record {
namespace {

// Bytes that are hashed and compared while they are in the second-level cache.
constexpr std::uint64_t compared_group_bytes = 512u << 10;
constexpr std::uint64_t compared_piece_bytes = 128u << 10;

bool is_alike(const std::vector<const Dataset*>& a, const std::vector<const Dataset*>& b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(), [](const Dataset* x, const Dataset* y) {
    return x->name == y->name && x->element == y->element && x->shape == y->shape;
  });
}

/// Computes the checks of both files, with one hash until the first byte that differs.
class PairCheck {
 public:
  void begin(std::span<const std::byte> a, std::span<const std::byte> b, bool equal) {
    a_.begin(a);
    is_one_ = equal;
    if (!equal) b_.begin(b);
  }
  void add(std::span<const std::byte> a, std::span<const std::byte> b, bool equal) {
    if (is_one_ && !equal) {
      b_ = a_;
      is_one_ = false;
    }
    a_.add(a);
    if (!is_one_) b_.add(b);
  }
  Hash128 end_a() { return a_.end(); }
  Hash128 end_b() { return is_one_ ? a_.end() : b_.end(); }

 private:
  SampleCheck a_, b_;
  bool is_one_ = true;
};

/// One column of both files.
class PairColumn {
 public:
  PairColumn(const ResultFile& file_a, const Dataset& a, const ResultFile& file_b, const Dataset& b)
      : file_a_(file_a), a_(a), file_b_(file_b), b_(b), row_bytes_(a.row_bytes()) {}

  const std::string& name() const { return a_.name; }
  std::uint64_t row_bytes() const { return row_bytes_; }
  std::uint64_t bytes_of(std::int64_t rows) const {
    return row_bytes() * static_cast<std::uint64_t>(rows);
  }
  bool is_equal() const { return is_equal_; }  ///< in all bytes read
  /// Whether rows are so long that they are read only in their turn.
  bool is_long() const { return row_bytes() > compared_piece_bytes; }

  void load(std::int64_t first, std::int64_t count) {
    first_ = first;
    read(bytes_of(first), bytes_of(count));
    group_is_equal_ = compare();
  }
  /// The loaded bytes of the first file.
  std::span<const std::byte> of_a() const { return in_a_; }
  std::span<const std::byte> of_b() const { return in_b_; }
  bool group_is_equal() const { return group_is_equal_; }

  void add_row(PairCheck& check, std::int64_t row) {
    if (!is_long()) {
      const std::uint64_t size = row_bytes(), at = bytes_of(row - first_);
      const auto from_a = std::span(in_a_).subspan(at, size);
      const auto from_b = std::span(in_b_).subspan(at, size);
      const bool equal =
          group_is_equal_ || std::memcmp(from_a.data(), from_b.data(), from_a.size()) == 0;
      return check.add(from_a, from_b, equal);
    }
    const std::uint64_t begin = bytes_of(row);
    for (std::uint64_t at = 0; at < row_bytes(); at += compared_piece_bytes) {
      read(begin + at, std::min(compared_piece_bytes, row_bytes() - at));
      check.add(in_a_, in_b_, compare());
    }
  }

 private:
  void read(std::uint64_t at, std::uint64_t size) {
    in_a_.resize(size);
    in_b_.resize(size);
    pread_all(file_a_.fd(), in_a_, a_.offset + at, file_a_.path());
    pread_all(file_b_.fd(), in_b_, b_.offset + at, file_b_.path());
  }
  bool compare() {
    const bool equal = in_a_.empty() || std::memcmp(in_a_.data(), in_b_.data(), in_a_.size()) == 0;
    is_equal_ = is_equal_ && equal;
    return equal;
  }

  const ResultFile& file_a_;
  const Dataset& a_;
  const ResultFile& file_b_;
  const Dataset& b_;
  std::uint64_t row_bytes_;
  std::vector<std::byte> in_a_, in_b_;
  std::int64_t first_ = 0;
  bool group_is_equal_ = true;
  bool is_equal_ = true;
};

using Columns = std::vector<PairColumn>;

Columns columns_of(const ResultFile& file_a, const std::vector<const Dataset*>& a,
                   const ResultFile& file_b, const std::vector<const Dataset*>& b) {
  Columns columns;
  for (std::size_t i = 0; i < a.size(); ++i) columns.emplace_back(file_a, *a[i], file_b, *b[i]);
  return columns;
}

/// Number of samples whose columns, except long ones of traces, are read together.
std::int64_t rows_at_once(const Columns& samples, const Columns& traces) {
  std::uint64_t bytes = 1;
  for (const PairColumn& column : samples) bytes += column.row_bytes();
  for (const PairColumn& column : traces) bytes += column.is_long() ? 0 : column.row_bytes();
  return static_cast<std::int64_t>(
      std::clamp<std::uint64_t>(compared_group_bytes / bytes, 1, 65536));
}

void judge(UnverifiedSamples& found, std::int64_t row, const Hash128& stored,
           const Hash128& computed) {
  if (stored.is_zero()) {
    found.missing.add(row);
  } else if (stored != computed) {
    found.damaged.add(row);
  }
}

/// Reads some samples of both files at a time. Each thread has one and reuses its memory.
class PairReader {
 public:
  PairReader(const ResultFile& a, const ResultFile& b, const std::vector<std::int64_t>& traced)
      : PairReader(a, b, Roles(a.schema()), Roles(b.schema()), traced) {}

  std::int64_t rows_at_once() const { return record::rows_at_once(samples_, traces_); }
  const Columns& samples() const { return samples_; }
  const Columns& traces() const { return traces_; }

  /// Finds the unverified samples among [first, first + count).
  PairReading read(std::int64_t first, std::int64_t count) {
    const auto from = std::lower_bound(traced_.begin(), traced_.end(), first);
    const auto to = std::lower_bound(from, traced_.end(), first + count);
    for (PairColumn& column : traces_) {
      if (!column.is_long()) column.load(from - traced_.begin(), to - from);
    }
    const bool samples_are_equal = load_samples(first, count);
    read_checks(a_.fd(), a_.path(), a_.schema().at("check"), first, count, checks_a_);
    read_checks(b_.fd(), b_.path(), b_.schema().at("check"), first, count, checks_b_);
    PairReading reading;
    auto trace = from;
    for (std::int64_t row = first; row < first + count; ++row) {
      const auto in_a = packed_a_.of(row), in_b = samples_are_equal ? in_a : packed_b_.of(row);
      check_.begin(in_a, in_b,
                   samples_are_equal || std::memcmp(in_a.data(), in_b.data(), in_a.size()) == 0);
      if (trace != to && *trace == row) {
        for (PairColumn& column : traces_) column.add_row(check_, trace - traced_.begin());
        ++trace;
      }
      const auto at = static_cast<std::size_t>(row - first);
      judge(reading.a, row, checks_a_[at], check_.end_a());
      judge(reading.b, row, checks_b_[at], check_.end_b());
    }
    return reading;
  }

 private:
  PairReader(const ResultFile& a, const ResultFile& b, const Roles& in_a, const Roles& in_b,
             const std::vector<std::int64_t>& traced)
      : a_(a),
        b_(b),
        traced_(traced),
        samples_(columns_of(a, in_a.sample, b, in_b.sample)),
        traces_(columns_of(a, in_a.trace, b, in_b.trace)),
        packed_a_(in_a.sample),
        packed_b_(in_b.sample) {}

  /// Loads samples and returns whether they are equal. If so, the first file's samples are packed
  /// for both.
  bool load_samples(std::int64_t first, std::int64_t count) {
    bool are_equal = true;
    of_a_.clear(), of_b_.clear();
    for (PairColumn& column : samples_) {
      column.load(first, count);
      are_equal = are_equal && column.group_is_equal();
      of_a_.push_back(column.of_a()), of_b_.push_back(column.of_b());
    }
    packed_a_.pack(first, count, of_a_);
    if (!are_equal) packed_b_.pack(first, count, of_b_);
    return are_equal;
  }

  const ResultFile& a_;
  const ResultFile& b_;
  const std::vector<std::int64_t>& traced_;
  Columns samples_, traces_;
  std::vector<std::span<const std::byte>> of_a_, of_b_;
  PackedRows packed_a_, packed_b_;
  std::vector<Hash128> checks_a_, checks_b_;
  PairCheck check_;
};

/// Adds the columns that are equal to all readers.
void add_equal(const std::deque<PairReader>& readers, const Columns& (PairReader::*columns)() const,
               std::set<std::string>& equal) {
  for (std::size_t i = 0; i < (readers.front().*columns)().size(); ++i) {
    const bool are_equal = std::all_of(readers.begin(), readers.end(), [&](const PairReader& of) {
      return (of.*columns)()[i].is_equal();
    });
    if (are_equal) equal.insert((readers.front().*columns)()[i].name());
  }
}

void add(UnverifiedSamples& to, const UnverifiedSamples& part) {
  for (const RowRange& range : part.missing.ranges()) to.missing.add(range.first, range.end);
  for (const RowRange& range : part.damaged.ranges()) to.damaged.add(range.first, range.end);
}

}  // namespace

bool is_alike(const ResultFile& a, const ResultFile& b) {
  const Roles in_a(a.schema()), in_b(b.schema());
  return a.samples() == b.samples() && is_alike(in_a.sample, in_b.sample) &&
         is_alike(in_a.trace, in_b.trace) && a.trace_samples() == b.trace_samples();
}

PairReading read_pair(const ResultFile& a, const ResultFile& b, int threads) {
  const std::vector<std::int64_t> traced = a.trace_samples();
  std::deque<PairReader> readers;
  for (int t = 0; t < std::max(1, threads); ++t) readers.emplace_back(a, b, traced);
  const std::int64_t samples = a.samples(), group = readers.front().rows_at_once();
  std::vector<PairReading> parts(static_cast<std::size_t>((samples + group - 1) / group));
  for_each_index_by_thread(parts.size(), threads, [&](std::size_t thread, std::size_t k) {
    const std::int64_t first = static_cast<std::int64_t>(k) * group;
    parts[k] = readers[thread].read(first, std::min(group, samples - first));
  });
  PairReading reading;
  for (const PairReading& part : parts) add(reading.a, part.a), add(reading.b, part.b);
  add_equal(readers, &PairReader::samples, reading.equal);
  add_equal(readers, &PairReader::traces, reading.equal);
  return reading;
}

}  // namespace montecopter::record
