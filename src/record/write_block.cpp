/// Writer::write, the hot path. It takes no lock: pwrite, and the tally at the end, once for a
/// block.

#include <algorithm>

#include "core/base/error.hpp"
#include "record/check.hpp"
#include "record/writer.hpp"

namespace montecopter::record {
namespace {

/// Consecutive rows of a dataset that are also consecutive in the block: one write.
struct Run {
  std::int64_t first;  ///< row in the dataset
  std::size_t source;  ///< row in the packed data
  std::size_t count;
};

std::vector<Run> runs_of(const std::vector<std::int64_t>& rows) {
  std::vector<Run> runs;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const bool continues = i > 0 && rows[i] == rows[i - 1] + 1;
    if (continues) {
      ++runs.back().count;
    } else {
      runs.push_back({rows[i], i, 1});
    }
  }
  return runs;
}

/// Places in the trace datasets of the traced rows.
std::vector<std::int64_t> trace_rows(const std::vector<std::int64_t>& rows,
                                     const std::vector<std::int64_t>& trace_samples) {
  std::vector<std::int64_t> places;
  auto at = std::lower_bound(trace_samples.begin(), trace_samples.end(), rows.front());
  for (const std::int64_t row : rows) {
    at = std::find_if(at, trace_samples.end(), [row](std::int64_t s) { return s >= row; });
    if (at != trace_samples.end() && *at == row) places.push_back(at - trace_samples.begin());
  }
  return places;
}

[[noreturn]] void fail(const std::string& what) {
  throw Error(ExitCode::internal, "a block of samples " + what + ".");
}

void require_rows(const std::vector<std::int64_t>& rows, std::int64_t samples) {
  for (std::size_t i = 1; i < rows.size(); ++i) {
    if (rows[i] <= rows[i - 1]) fail("does not ascend");
  }
  if (rows.front() < 0 || rows.back() >= samples) fail("lies outside of the file");
}

}  // namespace

void Writer::write(const Block& block) const {
  const bool one =
      block.rows.empty() || block.rows.front() / block_rows == block.rows.back() / block_rows;
  if (!one) fail("spans two blocks");
  write_stretch(block);
}

void Writer::write_stretch(const Block& block) const {
  if (block.rows.empty()) return;
  require_rows(block.rows, schema_.at("sample").rows());
  if (block.data.size() != columns_.size()) fail("has another number of columns than the layout");
  read_ahead(block.rows.back());
  const std::vector<std::int64_t> traces = trace_rows(block.rows, trace_samples_);
  for (std::size_t i = 0; i < columns_.size(); ++i) {
    if (!stored_[i]) continue;
    if (columns_[i].rows == Rows::sample) write_column(i, block.rows, block.data[i]);
    if (columns_[i].rows == Rows::trace_sample) write_column(i, traces, block.data[i]);
  }
  // Checks come last: a process killed before this line leaves samples that count as not flown. No
  // sync is needed in between. The kernel keeps both writes of a killed process. After a power cut,
  // a check without its data fails, and the sample is flown again.
  write_checks(block, traces);
}

/// Reads ahead for the next blocks. The rows of a block are less than a page of a column. In a file
/// larger than the memory, that page has to be read before it can be written: one small read after
/// the other, which is slow. Long reads in advance avoid this.
void Writer::read_ahead(std::int64_t row) const {
  constexpr std::int64_t part_rows = 1 << 16;
  const std::int64_t part = row / part_rows + 1;
  std::int64_t asked = asked_for_->load();
  do {
    if (asked >= part) return;
  } while (!asked_for_->compare_exchange_weak(asked, part));
  const std::int64_t samples = schema_.at("sample").rows(), first = part * part_rows;
  if (first >= samples) return;
  const auto ask = [&](const Dataset& dataset) {
    const std::uint64_t size = dataset.row_bytes();
    const auto rows = static_cast<std::uint64_t>(std::min(part_rows, samples - first));
    will_need(fd_.get(), dataset.offset + static_cast<std::uint64_t>(first) * size, rows * size);
  };
  for (std::size_t i = 0; i < columns_.size(); ++i) {
    if (stored_[i] && columns_[i].rows == Rows::sample) ask(*stored_[i]);
  }
  ask(schema_.at("check"));
}

void Writer::write_column(std::size_t column, const std::vector<std::int64_t>& rows,
                          std::span<const std::byte> data) const {
  const Dataset& dataset = *stored_[column];
  const std::uint64_t size = dataset.row_bytes();
  if (data.size() != rows.size() * size) fail("has a wrong size of '" + dataset.name + "'");
  for (const Run& run : runs_of(rows)) {
    put(dataset, data.subspan(run.source * size, run.count * size),
        static_cast<std::uint64_t>(run.first) * size);
  }
}

void Writer::write_checks(const Block& block, const std::vector<std::int64_t>& traces) const {
  std::vector<Hash128> checks(block.rows.size());
  SampleCheck check;
  std::size_t trace = 0;
  const auto add_rows = [&](Rows kind, std::size_t row) {
    for (std::size_t i = 0; i < columns_.size(); ++i) {
      if (!stored_[i] || columns_[i].rows != kind) continue;
      const std::uint64_t size = stored_[i]->row_bytes();
      check.add(std::span(block.data[i]).subspan(row * size, size));
    }
  };
  for (std::size_t row = 0; row < block.rows.size(); ++row) {
    check.begin(block.rows[row]);
    add_rows(Rows::sample, row);
    const bool is_traced =
        trace < traces.size() &&
        trace_samples_[static_cast<std::size_t>(traces[trace])] == block.rows[row];
    if (is_traced) add_rows(Rows::trace_sample, trace++);
    checks[row] = check.end();
  }
  for (const Run& run : runs_of(block.rows)) {
    const std::span<const Hash128> part = std::span(checks).subspan(run.source, run.count);
    put(schema_.at("check"), std::as_bytes(part),
        static_cast<std::uint64_t>(run.first) * sizeof(Hash128));
  }
  // All threads add to the tally: once per block, not once per sample.
  Hash128 sum;
  for (const Hash128& one : checks) sum.low += one.low, sum.high += one.high;
  tally_->add(std::ssize(checks), sum);
}

}  // namespace montecopter::record
