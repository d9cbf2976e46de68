#pragma once
/// Limits of the input of the TOML parser: it recurses over dotted keys and brackets.

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace montecopter {

/// Files to parse that are larger than this are refused.
inline constexpr std::size_t max_file_bytes = std::size_t{16} << 20;
inline constexpr int max_key_dots = 100;
inline constexpr int max_nesting = 32;

struct TomlTooDeep {
  std::uint32_t line = 0;
  std::uint32_t column = 0;
  std::string what;
};

/// The first key with more than max_key_dots dots or bracket nested deeper than max_nesting.
std::optional<TomlTooDeep> find_too_deep(std::string_view text);

}  // namespace montecopter
