#include "fuzz/resolved.hpp"
#include "fuzz/targets.hpp"

namespace montecopter::fuzz {

void scenario(std::string_view input) {
  if (input.find('\0') != std::string_view::npos) return;  // no text file
  accepted([&] { use(load_scenario_text(input, "fuzz.toml", examples)); });
}

}  // namespace montecopter::fuzz
