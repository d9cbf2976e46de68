#pragma once
/// SHA-256: what identifies results, and programs that fly.

#include <array>
#include <cstddef>
#include <memory>
#include <span>
#include <string>

namespace montecopter {

using Digest256 = std::array<std::byte, 32>;

/// SHA-256 of bytes that arrive in pieces.
class Sha256 {
 public:
  Sha256();
  void add(std::span<const std::byte> bytes);
  /// Ends the computation; add() may not follow.
  Digest256 digest();

 private:
  struct State;
  struct Free {
    void operator()(State* state) const;
  };
  std::unique_ptr<State, Free> state_;
};

/// Lower-case hexadecimal.
std::string hex(std::span<const std::byte> bytes);

}  // namespace montecopter
