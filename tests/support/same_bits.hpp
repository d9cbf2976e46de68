#pragma once
/// Whether numbers have the same bits: NaNs may, and zeros of both signs do not.

#include <cstring>
#include <span>
#include <vector>

namespace montecopter {

inline bool same_bits(double a, double b) { return std::memcmp(&a, &b, sizeof a) == 0; }

inline bool same_bits(std::span<const double> a, std::span<const double> b) {
  if (a.size() != b.size()) return false;
  return a.empty() || std::memcmp(a.data(), b.data(), a.size_bytes()) == 0;
}

}  // namespace montecopter
