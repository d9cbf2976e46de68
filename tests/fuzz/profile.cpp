#include "compare/profile.hpp"
#include "fuzz/attempt.hpp"
#include "fuzz/targets.hpp"

namespace montecopter::fuzz {

void profile(std::string_view input) {
  compare::CompareOptions options;
  if (!accepted([&] { options = compare::parse_profile(input, "profile.toml"); })) return;
  require_accepted("a profile that was read is illegal", [&] { options.validate(); });
}

}  // namespace montecopter::fuzz
