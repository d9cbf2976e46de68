#pragma once
/// Identifier of the flights of a scenario, independent of the number of its samples.

#include <string>

namespace montecopter {

/// SHA-256, in hexadecimal, of a resolved scenario without the line `samples` of [monte_carlo].
std::string flights_sha256(const std::string& resolved);

}  // namespace montecopter
