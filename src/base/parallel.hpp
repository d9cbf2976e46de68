#pragma once
/// Work in numbered pieces, by several threads.

#include <atomic>
#include <cstdint>
#include <functional>

namespace montecopter {

/// Calls work(0) to work(count - 1), each once, in this order from whichever thread is free. When
/// `stop` is set no further piece is begun; false is returned then. The first exception ends the
/// work and is rethrown.
bool in_parallel(std::int64_t count, int threads, const std::atomic<bool>* stop,
                 const std::function<void(std::int64_t piece)>& work);

}  // namespace montecopter
