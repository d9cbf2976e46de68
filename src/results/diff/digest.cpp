#include "results/diff/digest.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "core/base/column_names.hpp"
#include "core/base/counted.hpp"
#include "results/diff/location.hpp"

namespace montecopter::diff {
namespace {

using record::Dataset;
using record::ResultFile;

constexpr std::int64_t rows_at_once = 1 << 14;

/// First checkpoint at which two rows of digests differ, or their number.
std::int64_t first_difference(std::span<const std::byte> a, std::span<const std::byte> b) {
  const auto found = std::mismatch(a.begin(), a.end(), b.begin()).first;
  return (found - a.begin()) / static_cast<std::int64_t>(sizeof(std::uint64_t));
}

/// The step of a checkpoint, if the file has them.
std::optional<double> step_of(const ResultFile& file, std::int64_t checkpoint) {
  const Dataset* steps = file.find("checkpoint");
  const bool known = steps && steps->scale == record::Scale::coordinate &&
                     steps->shape.size() == 1 && checkpoint < steps->rows();
  if (!known) return std::nullopt;
  return file.read_f64(*steps, checkpoint, 1).front();
}

std::string bracket_text(const Places& places, const DigestReport& report, std::int64_t samples) {
  const auto at = [&](std::int64_t checkpoint) {
    return places.position_text("checkpoint", checkpoint);
  };
  const std::string until =
      report.checkpoint == 0
          ? "before " + at(0)
          : fmt::format("between {} and {}", at(report.checkpoint - 1), at(report.checkpoint));
  return fmt::format("{} of {} flew differently; sample {} diverges {}", report.samples,
                     counted(samples, "sample"), report.first_sample, until);
}

}  // namespace

std::optional<DigestReport> compare_digests(const ResultFile& a, const ResultFile& b) {
  const Dataset* in_a = a.find(digest_column);
  const Dataset* in_b = b.find(digest_column);
  const bool comparable = in_a && in_b && in_a->shape == in_b->shape && in_a->shape.size() == 2 &&
                          in_a->element == Element::u64 && in_b->element == Element::u64;
  if (!comparable) return std::nullopt;
  DigestReport report;
  const Places places(a);
  const std::size_t row_bytes = in_a->row_bytes();
  for (std::int64_t first = 0; first < in_a->rows(); first += rows_at_once) {
    const std::int64_t count = std::min(rows_at_once, in_a->rows() - first);
    const std::vector<std::byte> from_a = a.read_rows(*in_a, first, count);
    const std::vector<std::byte> from_b = b.read_rows(*in_b, first, count);
    for (std::int64_t row = 0; row < count; ++row) {
      const std::size_t at = static_cast<std::size_t>(row) * row_bytes;
      const std::int64_t differs = first_difference(std::span(from_a).subspan(at, row_bytes),
                                                    std::span(from_b).subspan(at, row_bytes));
      if (differs == in_a->shape[1]) continue;
      if (report.samples++ > 0) continue;
      // A golden file has digests of some samples only.
      report.first_sample = places.sample_of(*in_a, first + row).value_or(first + row);
      report.checkpoint = differs;
    }
  }
  if (report.samples == 0) return std::nullopt;
  report.step = step_of(a, report.checkpoint);
  if (report.step) report.time_s = places.time_of_step(*report.step);
  report.text = bracket_text(places, report, in_a->rows());
  return report;
}

}  // namespace montecopter::diff
