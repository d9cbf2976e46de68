#include "record/validate_schema.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "core/base/error.hpp"

namespace montecopter::record {
namespace {

/// Size in bytes; refuses extents that are not positive, and overflow.
std::uint64_t sane_bytes(const Dataset& dataset) {
  std::uint64_t bytes = size_of(dataset.element);
  for (const std::int64_t extent : dataset.shape) {
    const bool overflow =
        extent < 1 || __builtin_mul_overflow(bytes, static_cast<std::uint64_t>(extent), &bytes);
    if (overflow || bytes > (1ull << 62)) refuse("'" + dataset.name + "' has an impossible shape");
  }
  return bytes;
}

void require_sane(const Schema& schema, std::uint64_t file_bytes) {
  std::vector<std::pair<std::uint64_t, std::uint64_t>> pieces;  // first byte, end
  for (const Dataset& dataset : schema.datasets) {
    const std::uint64_t bytes = sane_bytes(dataset);
    if (dataset.dims.size() != dataset.shape.size())
      refuse("'" + dataset.name + "' has no names of dimensions");
    if (dataset.scale == Scale::bare) continue;
    if (bytes > file_bytes || dataset.offset > file_bytes - bytes) {
      refuse("'" + dataset.name + "' lies outside the file, which is truncated or damaged");
    }
    pieces.emplace_back(dataset.offset, dataset.offset + bytes);
  }
  std::sort(pieces.begin(), pieces.end());
  for (std::size_t i = 1; i < pieces.size(); ++i) {
    if (pieces[i].first < pieces[i - 1].second) refuse("two datasets share the same bytes");
  }
}

/// Requires the datasets of every result file, so that readers need no further checks.
void require_core(const Schema& schema) {
  struct Core {
    const char* name;
    Element element;
    std::size_t rank;
  };
  for (const Core& core :
       {Core{"sample", Element::i64, 1}, Core{"check", Element::u64, 2},
        Core{"provenance/scenario", Element::u8, 1}, Core{"provenance/resolved", Element::u8, 1},
        Core{"provenance/volatile/complete", Element::u8, 0},
        Core{"provenance/volatile/content_sha256", Element::u8, 1}}) {
    const Dataset* dataset = schema.find(core.name);
    const bool good = dataset && dataset->element == core.element &&
                      dataset->shape.size() == core.rank && dataset->scale != Scale::bare;
    if (!good) refuse(fmt::format("'{}' is missing or has the wrong type", core.name));
  }
}

/// Requires one number of samples and of traces throughout.
void require_agreement(const Schema& schema) {
  const std::int64_t samples = schema.at("sample").rows();
  if (schema.at("check").shape != std::vector<std::int64_t>{samples, 2} ||
      schema.at("provenance/volatile/content_sha256").rows() != 32) {
    refuse("'check' or 'content_sha256' has the wrong shape");
  }
  const Dataset* traces = schema.find("trace_sample");
  const bool good = !traces || (traces->element == Element::i64 && traces->shape.size() == 1 &&
                                traces->scale == Scale::coordinate);
  if (!good) refuse("'trace_sample' has the wrong type");
  for (const Dataset& dataset : schema.datasets) {
    const bool by_sample = !dataset.dims.empty() && dataset.dims[0] == "sample";
    const bool by_trace = !dataset.dims.empty() && dataset.dims[0] == "trace_sample";
    const bool wrong = (by_sample && dataset.rows() != samples) ||
                       (by_trace && (!traces || dataset.rows() != traces->rows()));
    if (wrong) refuse("'" + dataset.name + "' and the file differ in their number of samples");
  }
}

}  // namespace

void refuse(const std::string& why) {
  throw Error(ExitCode::refused, "error: cannot use this file (" + why + ").");
}

bool is_readable(std::int64_t version) {
  return std::find(readable_versions.begin(), readable_versions.end(), version) !=
         readable_versions.end();
}

void require_our_format(const Schema& schema) {
  std::string format;
  std::int64_t version = 0;
  for (const Attribute& attribute : schema.attributes) {
    if (const auto* text = std::get_if<std::string>(&attribute.value)) {
      if (attribute.name == "format") format = *text;
    } else if (const auto* number = std::get_if<std::int64_t>(&attribute.value)) {
      if (attribute.name == "format_version") version = *number;
    }
  }
  if (format != format_name) refuse("it is an HDF5 file of another program, not a result file");
  if (is_readable(version)) return;
  const std::string readable = fmt::format("{}", fmt::join(readable_versions, ", "));
  if (version > format_version) {
    refuse(fmt::format("it has format version {} of a newer program; this program reads version {}",
                       version, readable));
  }
  refuse(fmt::format("it has format version {}, which never existed; this program reads version {}",
                     version, readable));
}

void require_trustworthy(const Schema& schema, std::uint64_t file_bytes) {
  require_our_format(schema);
  require_sane(schema, file_bytes);
  require_core(schema);
  require_agreement(schema);
}

}  // namespace montecopter::record
