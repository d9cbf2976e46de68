#pragma once
/// Work that falls into independent parts, for several threads.

#include <atomic>
#include <cstddef>
#include <functional>

namespace montecopter {

/// Calls work(0) ... work(count - 1), each once, begun in this order, by as many threads as given
/// or fewer (this one among them). If several exceptions occur, the one with the lowest index is
/// thrown. If std::thread throws, fewer threads do the same work. When `stop` is set no further
/// part is begun; false is returned then.
bool for_each_index(std::size_t count, int threads, const std::function<void(std::size_t)>& work,
                    const std::atomic<bool>* stop = nullptr);

/// As for_each_index(), with work(thread, index), which receives the number of its thread, from 0
/// and below `threads`: for memory that each thread has of its own.
bool for_each_index_by_thread(std::size_t count, int threads,
                              const std::function<void(std::size_t, std::size_t)>& work,
                              const std::atomic<bool>* stop = nullptr);

}  // namespace montecopter
