#pragma once
/// The type of positions and counts in memory, and searches that answer with a position.

#include <algorithm>
#include <cstddef>

namespace montecopter {

/// Position of an element, or a number of elements. Files count in std::int64_t.
using Index = std::size_t;

/// Position of the first element that a test accepts; the number of elements if there is none.
template <class Range, class Test>
constexpr Index first_index_if(const Range& range, Test test) {
  Index at = 0;
  for (const auto& element : range) {
    if (test(element)) break;
    ++at;
  }
  return at;
}

/// Position of the first element that equals a value; the number of elements if there is none.
template <class Range, class Value>
constexpr Index first_index(const Range& range, const Value& value) {
  return first_index_if(range, [&](const auto& element) { return element == value; });
}

/// Number of elements that a test accepts.
template <class Range, class Test>
Index count_where(const Range& range, Test test) {
  Index count = 0;
  for (const auto& element : range) {
    if (test(element)) ++count;
  }
  return count;
}

/// Number of elements of an ascending range that are below a value.
template <class Range, class Value>
Index count_below(const Range& ascending, const Value& value) {
  const auto end = std::lower_bound(ascending.begin(), ascending.end(), value);
  return static_cast<Index>(end - ascending.begin());
}

/// Number of elements of an ascending range that are at most a value.
template <class Range, class Value>
Index count_up_to(const Range& ascending, const Value& value) {
  const auto end = std::upper_bound(ascending.begin(), ascending.end(), value);
  return static_cast<Index>(end - ascending.begin());
}

}  // namespace montecopter
