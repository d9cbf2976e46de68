#include "record/intact.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>

#include "core/base/error.hpp"
#include "core/base/text.hpp"
#include "record/annotations.hpp"
#include "record/description.hpp"

namespace montecopter::record {
namespace {

constexpr std::size_t most_named = 5;
constexpr std::int64_t piece_elements = 1 << 14;

[[noreturn]] void throw_damaged(const ResultFile& file, const std::string& why) {
  throw Error(ExitCode::refused, Problem{file.path(), "it is damaged", why,
                                         "Restore it from a copy, or repair it by running its "
                                         "scenario again with -o; --no-verify skips this check"});
}

/// "sample 17", "samples 3, 17 and 40", "1000 samples, beginning with 1, 2, 3, 4 and 5".
std::string samples_text(const RowRanges& samples) {
  std::vector<std::string> named;
  for (const std::int64_t sample : samples) {
    if (named.size() == most_named) break;
    named.push_back(fmt::format("{}", sample));
  }
  const auto count = static_cast<std::size_t>(samples.count());
  if (count == 1) return "sample " + named.front();
  if (count == named.size()) return "samples " + join(named);
  return fmt::format("{} samples, beginning with {}", count, join(named));
}

void require_checks(const ResultFile& file, const UnverifiedSamples& found) {
  if (!found.damaged.empty()) {
    throw_damaged(
        file, "the stored data do not match the stored check of " + samples_text(found.damaged));
  }
  if (!found.missing.empty() && file.complete()) {
    throw_damaged(file,
                  "it is marked as finished, but has no check of " + samples_text(found.missing));
  }
}

void require_content_hash(const ResultFile& file) {
  if (!file.complete() || file.content_sha256() == file.computed_content_sha256()) return;
  throw_damaged(file,
                "its content hash does not match its scenario, checks, statistics and sweep "
                "values");
}

/// Whether a value at a position of an axis is right.
using IsRight = std::function<bool(std::int64_t position, double value)>;

void require_each(const ResultFile& file, const Dataset& axis, const IsRight& is_right) {
  std::vector<double> values;
  for (std::int64_t first = 0; first < axis.elements(); first += piece_elements) {
    const std::int64_t count = std::min(piece_elements, axis.elements() - first);
    file.read_f64(axis, first, count, values);
    std::int64_t at = first;
    for (const double value : values) {
      if (!is_right(at, value))
        throw_damaged(file, fmt::format("'{}' is wrong at index {}", axis.name, at));
      ++at;
    }
  }
}

/// Checks an axis: `sample` and `point` are their own positions, times are evenly spaced,
/// everything else ascends.
void require_axis(const ResultFile& file, const Dataset& axis) {
  if (axis.name == "sample" || axis.name == "point") {
    return require_each(file, axis, [](std::int64_t position, double value) {
      return value == static_cast<double>(position);
    });
  }
  if (axis.text("units") == "s" && axis.elements() > 1) {
    const double last = file.read_f64(axis, axis.elements() - 1, 1).front();
    const double step = last / static_cast<double>(axis.elements() - 1);
    // A time is a product with one rounding, and the step has two roundings.
    return require_each(file, axis, [&](std::int64_t position, double value) {
      const double wanted = static_cast<double>(position) * step;
      return std::fabs(value - wanted) <= 4 * std::numeric_limits<double>::epsilon() * wanted;
    });
  }
  double last = 0;
  require_each(file, axis, [&](std::int64_t, double value) {
    const bool good = value >= last;
    last = value;
    return good;
  });
}

/// Checks coordinates, which `check` does not cover.
void require_coordinates(const ResultFile& file) {
  for (const Dataset& dataset : file.datasets()) {
    const bool is_scale = dataset.is_root() && dataset.scale == Scale::coordinate;
    if (is_scale && dataset.shape.size() == 1) require_axis(file, dataset);
  }
}

}  // namespace

bool is_described(const ResultFile& file) {
  return stored_description_sha256(file.fd(), file.path(), file.schema()) ==
         description_sha256(file.fd(), file.path(), file.schema());
}

void require_description(const ResultFile& file) {
  if (!is_described(file)) {
    throw_damaged(file,
                  "its scenario text, sources or coordinates do not match the stored description "
                  "hash");
  }
  const std::string damage = read_annotations(file).damage;
  if (!damage.empty()) throw_damaged(file, damage);
}

void require_flights(const ResultFile& file, const UnverifiedSamples& found) {
  require_checks(file, found);
  require_content_hash(file);
  require_coordinates(file);
}

void require_intact(const ResultFile& file) { require_intact(file, file.find_unverified()); }

void require_intact(const ResultFile& file, const UnverifiedSamples& found) {
  require_flights(file, found);
  require_description(file);
}

}  // namespace montecopter::record
