#pragma once
/// Rows of numbers hold structs of doubles one after another.

namespace montecopter {

/// Numbers of such a struct.
template <class Struct>
constexpr int numbers_of() {
  static_assert(sizeof(Struct) % sizeof(double) == 0, "a struct of doubles");
  // One double is a struct of doubles, too. NOLINTNEXTLINE(bugprone-sizeof-expression)
  return static_cast<int>(sizeof(Struct) / sizeof(double));
}

}  // namespace montecopter
