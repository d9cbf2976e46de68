#include "record/examine.hpp"

#include <cstring>

#include "core/base/error.hpp"
#include "record/check.hpp"

namespace montecopter::record {

UnverifiedSamples examine(const ResultFile& file, int threads, const Watch& watch) {
  return examine(file, file.trace_samples(), threads, watch);
}

UnverifiedSamples examine(const ResultFile& file, const std::vector<std::int64_t>& traced,
                          int threads, const Watch& watch) {
  return find_unverified(file.fd(), file.path(), file.schema(), traced, threads, watch);
}

std::uint64_t bytes_to_examine(const ResultFile& file) { return bytes_to_verify(file.schema()); }

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
    throw Error(ExitCode::internal, "'" + dataset.name + "' does not hold integers.");
  }
  return numbers;
}

}  // namespace montecopter::record
