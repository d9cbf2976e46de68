#include "results/diff/profile.hpp"
#include "fuzz/attempt.hpp"
#include "fuzz/targets.hpp"

namespace montecopter::fuzz {

void profile(std::string_view input) {
  diff::CompareOptions options;
  if (!accepted([&] { options = diff::parse_profile(input, "profile.toml"); })) return;
  require_accepted("a profile that was read is illegal", [&] { options.validate(); });
}

}  // namespace montecopter::fuzz
