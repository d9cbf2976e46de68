#include "record/examine.hpp"

#include "record/check.hpp"

namespace montecopter::record {

Unverified examine(const ResultFile& file, int threads, const std::atomic<bool>* stop) {
  return examine(file, file.trace_samples(), threads, stop);
}

Unverified examine(const ResultFile& file, const std::vector<std::int64_t>& traced, int threads,
                   const std::atomic<bool>* stop) {
  return find_unverified(file.fd(), file.path(), file.schema(), traced, threads, stop);
}

}  // namespace montecopter::record
