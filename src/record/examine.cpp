#include "record/examine.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>

#include "base/error.hpp"
#include "base/parallel.hpp"
#include "base/text.hpp"

namespace montecopter::record {
namespace {

/// Large enough that what a piece allocates does not count, small enough for all threads to end
/// together.
constexpr std::int64_t examined_bytes = 256 << 20;

std::int64_t rows_of_piece(const ResultFile& file) {
  std::uint64_t bytes = 0;
  for (const Dataset& dataset : file.datasets())
    bytes += dataset.scale == Scale::bare ? 0 : dataset.bytes();
  const std::int64_t pieces = static_cast<std::int64_t>(bytes) / examined_bytes + 1;
  return std::max<std::int64_t>(1, (file.samples() + pieces - 1) / pieces);
}

}  // namespace

Unverified examine(const ResultFile& file, int threads, const std::atomic<bool>* stop) {
  return examine(file, file.trace_samples(), threads, stop);
}

Unverified examine(const ResultFile& file, const std::vector<std::int64_t>& traced, int threads,
                   const std::atomic<bool>* stop) {
  // No more than a thread has to do where there is little.
  const std::int64_t rows = std::max<std::int64_t>(
      1, std::min(rows_of_piece(file), (file.samples() + threads - 1) / std::max(1, threads)));
  const std::int64_t pieces = (file.samples() + rows - 1) / rows;
  std::vector<Unverified> found(static_cast<std::size_t>(pieces));
  in_parallel(pieces, threads, stop, [&](std::int64_t piece) {
    const std::int64_t first = piece * rows;
    found[static_cast<std::size_t>(piece)] =
        find_unverified(file.fd(), file.path(), file.schema(), traced, first,
                        std::min(file.samples(), first + rows));
  });
  Unverified all;
  for (const Unverified& one : found) {
    all.missing.insert(all.missing.end(), one.missing.begin(), one.missing.end());
    all.damaged.insert(all.damaged.end(), one.damaged.begin(), one.damaged.end());
  }
  return all;
}

std::vector<std::int64_t> whole_numbers(const ResultFile& file, const Dataset& dataset,
                                        std::int64_t first, std::int64_t count) {
  const std::vector<std::byte> bytes = file.read_elements(dataset, first, count);
  std::vector<std::int64_t> numbers(static_cast<std::size_t>(count));
  if (dataset.element == Element::i64) {
    std::memcpy(numbers.data(), bytes.data(), bytes.size());
  } else if (dataset.element == Element::i8) {
    for (std::size_t i = 0; i < numbers.size(); ++i) {
      numbers[i] = static_cast<std::int8_t>(bytes[i]);
    }
  } else {
    throw Error(ExitCode::internal, "'" + dataset.name + "' holds no whole numbers.");
  }
  return numbers;
}

SampleRanges ranges_of(const std::vector<std::int64_t>& samples) {
  SampleRanges ranges;
  for (const std::int64_t sample : samples) add_range(ranges, {sample, sample + 1});
  return ranges;
}

void add_range(SampleRanges& ranges, const SampleRange& range) {
  if (!ranges.empty() && ranges.back().end == range.first) {
    ranges.back().end = range.end;
  } else {
    ranges.push_back(range);
  }
}

std::int64_t count_of(const SampleRanges& ranges) {
  std::int64_t count = 0;
  for (const SampleRange& range : ranges) count += range.end - range.first;
  return count;
}

std::string ranges_text(const SampleRanges& ranges) {
  constexpr std::size_t most = 6;
  std::vector<std::string> words;
  std::int64_t left = count_of(ranges);
  for (const SampleRange& range : ranges) {
    if (words.size() == most) break;
    const std::int64_t count = range.end - range.first;
    words.push_back(count == 1 ? fmt::format("{}", range.first)
                               : fmt::format("{} to {}", range.first, range.end - 1));
    left -= count;
  }
  if (left > 0) words.push_back(fmt::format("{} more", left));
  return (count_of(ranges) == 1 ? "sample " : "samples ") + join(words);
}

std::string ranges_json(const SampleRanges& ranges) {
  std::string text = "[";
  for (const SampleRange& range : ranges) {
    text += fmt::format("{}[{}, {}]", text.size() > 1 ? ", " : "", range.first, range.end - 1);
  }
  return text + "]";
}

}  // namespace montecopter::record
