#pragma once
/// Threads of this process in the place of processes that mpirun has started.

#include <array>
#include <cstddef>
#include <deque>
#include <map>
#include <mutex>
#include <string>

#include "record/cluster/transport.h"
#include "record/cluster/transport.hpp"

namespace montecopter::cluster {

struct Post {
  std::mutex mutex;
  std::map<int, std::deque<Message>> boxes;
  int size = 1;
};
inline Post post;

/// The transport of one of them: the interface has no other place for its number.
template <int own_rank>
inline const montecopter_transport transport_of = {
    [] { return static_cast<const char*>(nullptr); },
    [] { return own_rank; },
    [] { return post.size; },
    [](int to, const void* bytes, std::size_t size) {
      const std::lock_guard lock(post.mutex);
      post.boxes[to].push_back({own_rank, std::string(static_cast<const char*>(bytes), size)});
    },
    [](int* from) {
      const std::lock_guard lock(post.mutex);
      const auto& box = post.boxes[own_rank];
      if (box.empty()) return std::ptrdiff_t{-1};
      *from = box.front().from;
      return static_cast<std::ptrdiff_t>(box.front().bytes.size());
    },
    [](int, void* bytes, std::size_t size) {
      const std::lock_guard lock(post.mutex);
      auto& box = post.boxes[own_rank];
      box.front().bytes.copy(static_cast<char*>(bytes), size);
      box.pop_front();
    },
    [] {},
};

inline const std::array<const montecopter_transport*, 4> among_threads = {
    &transport_of<0>, &transport_of<1>, &transport_of<2>, &transport_of<3>};

}  // namespace montecopter::cluster
