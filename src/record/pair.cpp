#include "record/pair.hpp"

#include <algorithm>
#include <cstring>

#include "record/posix.hpp"

namespace montecopter::record {
namespace {

// What is read is hashed and compared while it is in the second-level cache.
constexpr std::uint64_t group_bytes = 512u << 10;
constexpr std::uint64_t piece_bytes = 128u << 10;

bool is_alike(const std::vector<const Dataset*>& a, const std::vector<const Dataset*>& b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(), [](const Dataset* x, const Dataset* y) {
    return x->name == y->name && x->element == y->element && x->shape == y->shape;
  });
}

/// Checks of both files at once: one, until the first byte that differs.
class PairCheck {
 public:
  void begin(std::int64_t sample) {
    a_.begin(sample);
    is_one_ = true;
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
      : file_a_(file_a), a_(a), file_b_(file_b), b_(b) {}

  const std::string& name() const { return a_.name; }
  std::uint64_t row_bytes() const { return a_.row_bytes(); }
  bool is_equal() const { return is_equal_; }
  /// Rows that are long are read when it is their turn.
  bool is_long() const { return row_bytes() > piece_bytes; }

  void load(std::int64_t first, std::int64_t count) {
    if (is_long()) return;
    first_ = first;
    read(row_bytes() * static_cast<std::uint64_t>(first),
         row_bytes() * static_cast<std::uint64_t>(count));
    group_is_equal_ = compare();
  }

  void add_row(PairCheck& check, std::int64_t row) {
    if (!is_long()) {
      const std::uint64_t size = row_bytes();
      const std::uint64_t at = size * static_cast<std::uint64_t>(row - first_);
      const auto from_a = std::span(in_a_).subspan(at, size);
      const auto from_b = std::span(in_b_).subspan(at, size);
      const bool equal =
          group_is_equal_ || std::memcmp(from_a.data(), from_b.data(), from_a.size()) == 0;
      return check.add(from_a, from_b, equal);
    }
    const std::uint64_t begin = row_bytes() * static_cast<std::uint64_t>(row);
    for (std::uint64_t at = 0; at < row_bytes(); at += piece_bytes) {
      read(begin + at, std::min(piece_bytes, row_bytes() - at));
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

/// Samples whose short columns are read together.
std::int64_t rows_at_once(const Columns& samples, const Columns& traces) {
  std::uint64_t bytes = 1;
  for (const Columns* columns : {&samples, &traces}) {
    for (const PairColumn& column : *columns) bytes += column.is_long() ? 0 : column.row_bytes();
  }
  return static_cast<std::int64_t>(std::clamp<std::uint64_t>(group_bytes / bytes, 1, 65536));
}

std::vector<Hash128> stored_checks(const ResultFile& file, std::int64_t first, std::int64_t count) {
  std::vector<Hash128> checks(static_cast<std::size_t>(count));
  const Dataset& check = file.schema().at("check");
  pread_all(file.fd(), std::as_writable_bytes(std::span(checks)),
            check.offset + check.row_bytes() * static_cast<std::uint64_t>(first), file.path());
  return checks;
}

void judge(Unverified& found, std::int64_t row, const Hash128& stored, const Hash128& computed) {
  if (stored.is_zero()) {
    found.missing.add(row);
  } else if (stored != computed) {
    found.damaged.add(row);
  }
}

void add_equal(const Columns& columns, std::set<std::string>& equal) {
  for (const PairColumn& column : columns) {
    if (column.is_equal()) equal.insert(column.name());
  }
}

}  // namespace

bool is_alike(const ResultFile& a, const ResultFile& b) {
  const Roles in_a(a.schema()), in_b(b.schema());
  return a.samples() == b.samples() && is_alike(in_a.sample, in_b.sample) &&
         is_alike(in_a.trace, in_b.trace) && a.trace_samples() == b.trace_samples();
}

PairReading read_pair(const ResultFile& a, const ResultFile& b) {
  const Roles in_a(a.schema()), in_b(b.schema());
  Columns samples = columns_of(a, in_a.sample, b, in_b.sample);
  Columns traces = columns_of(a, in_a.trace, b, in_b.trace);
  const std::vector<std::int64_t> traced = a.trace_samples();
  const std::int64_t group = rows_at_once(samples, traces);
  PairReading reading;
  PairCheck check;
  std::int64_t trace = 0;
  for (std::int64_t first = 0; first < a.samples(); first += group) {
    const std::int64_t count = std::min(group, a.samples() - first);
    const auto in_group = std::lower_bound(traced.begin() + trace, traced.end(), first + count);
    const std::int64_t trace_count = in_group - (traced.begin() + trace);
    for (PairColumn& column : samples) column.load(first, count);
    for (PairColumn& column : traces) column.load(trace, trace_count);
    const auto checks_a = stored_checks(a, first, count), checks_b = stored_checks(b, first, count);
    for (std::int64_t row = first; row < first + count; ++row) {
      check.begin(row);
      for (PairColumn& column : samples) column.add_row(check, row);
      if (trace < static_cast<std::int64_t>(traced.size()) &&
          traced[static_cast<std::size_t>(trace)] == row) {
        for (PairColumn& column : traces) column.add_row(check, trace);
        ++trace;
      }
      const auto at = static_cast<std::size_t>(row - first);
      judge(reading.a, row, checks_a[at], check.end_a());
      judge(reading.b, row, checks_b[at], check.end_b());
    }
  }
  add_equal(samples, reading.equal);
  add_equal(traces, reading.equal);
  return reading;
}

}  // namespace montecopter::record
