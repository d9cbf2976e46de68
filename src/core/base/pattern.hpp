#pragma once
/// Patterns of names: of signals, metrics, streams of random numbers.

#include <string_view>

namespace montecopter {

/// '*' stands for any text, '?' for one character; all others for themselves. Takes a time of at
/// most the product of both lengths.
bool fits(std::string_view pattern, std::string_view name);

}  // namespace montecopter
