#pragma once
/// The two hash functions of a result file: XXH3 (fast, finds damage) and SHA-256 (identity).

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>

#include "core/base/sha256.hpp"

namespace montecopter {

/// A 128-bit XXH3 value as the file stores it: word 0 is `low`, word 1 is `high`.
struct Hash128 {
  std::uint64_t low = 0;
  std::uint64_t high = 0;
  bool is_zero() const { return low == 0 && high == 0; }
  bool operator==(const Hash128&) const = default;
};

/// XXH3 of bytes that arrive in pieces.
class Xxh3 {
 public:
  Xxh3();
  Xxh3& operator=(const Xxh3& other);  ///< goes on from what the other was given
  void reset();
  void add(std::span<const std::byte> bytes);
  Hash128 digest128() const;

 private:
  struct Free {
    void operator()(void* state) const;
  };
  std::unique_ptr<void, Free> state_;
};

/// The hash of bytes that are all there; faster for few.
Hash128 xxh3_128(std::span<const std::byte> bytes);

}  // namespace montecopter
