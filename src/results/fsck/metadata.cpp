#include "results/fsck/metadata.hpp"

#include <algorithm>
#include <utility>
#include <vector>

#include "record/lay_out.hpp"

namespace montecopter::fsck {
namespace {

using Interval = std::pair<std::uint64_t, std::uint64_t>;  ///< first byte, end

/// The parts of [0, size) that belong to no dataset.
std::vector<Interval> outside(const record::Schema& schema, std::uint64_t size) {
  std::vector<Interval> data;
  for (const record::Dataset& dataset : schema.datasets) {
    if (dataset.scale == record::Scale::bare) continue;
    data.emplace_back(dataset.offset, dataset.offset + dataset.bytes());
  }
  std::sort(data.begin(), data.end());
  std::vector<Interval> gaps;
  std::uint64_t at = 0;
  for (const auto& [first, end] : data) {
    if (first > at) gaps.emplace_back(at, first);
    at = end;
  }
  if (size > at) gaps.emplace_back(at, size);
  return gaps;
}

}  // namespace

MetadataDifference compare_metadata(const record::ResultFile& file, const Layout& layout) {
  const record::FileImage fresh = record::lay_out(record::schema_of(layout)).image;
  MetadataDifference difference;
  const std::uint64_t size = record::file_size(file.fd(), file.path());
  const std::uint64_t wanted = fresh.size();
  difference.other_size = size != wanted;
  constexpr std::uint64_t piece_bytes = 1u << 20;
  std::vector<std::byte> here, there;
  for (const auto& [first, end] : outside(file.schema(), std::min(size, wanted))) {
    for (std::uint64_t at = first; at < end; at += here.size()) {
      here.resize(std::min(piece_bytes, end - at));
      there.resize(here.size());
      record::pread_all(file.fd(), here, at, file.path());
      fresh.read(at, there);
      for (std::size_t i = 0; i < here.size(); ++i) {
        if (here[i] == there[i]) continue;
        if (difference.bytes++ == 0) difference.first = at + i;
      }
    }
  }
  return difference;
}

}  // namespace montecopter::fsck
