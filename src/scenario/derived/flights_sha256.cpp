#include "scenario/derived/flights_sha256.hpp"

#include <span>
#include <string_view>

#include "core/base/sha256.hpp"

namespace montecopter {

std::string flights_sha256(const std::string& resolved) {
  constexpr std::string_view key = "samples = ";
  Sha256 hash;
  bool is_monte_carlo = false;
  std::string_view rest = resolved;
  while (!rest.empty()) {
    const std::string_view line = rest.substr(0, rest.find('\n') + 1);
    const std::string_view whole = line.empty() ? rest : line;
    rest.remove_prefix(whole.size());
    if (whole.starts_with('[')) is_monte_carlo = whole == "[monte_carlo]\n";
    if (is_monte_carlo && whole.starts_with(key)) continue;
    hash.add(std::as_bytes(std::span(whole)));
  }
  return hex(hash.digest());
}

}  // namespace montecopter
