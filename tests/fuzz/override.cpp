#include <array>
#include <vector>

#include "fuzz/resolved.hpp"
#include "fuzz/targets.hpp"

namespace montecopter::fuzz {
namespace {

const std::string& text_of(unsigned char choice) {
  static const std::array texts = {
      resolved_example("f450-lemniscate"), resolved_example("x500-estimated"),
      resolved_example("marvin-square"),   resolved_example("mass-sweep"),
      resolved_example("sih-gusts"),       resolved_example("neo9-rotor-loss")};
  return texts[choice % texts.size()];
}

/// No command line holds a zero byte.
std::vector<std::string> lines_of(std::string_view text) {
  constexpr std::size_t most = 8;
  std::vector<std::string> lines;
  while (!text.empty() && lines.size() < most) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    lines.emplace_back(text.substr(0, std::min(end, text.find('\0'))));
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return lines;
}

}  // namespace

void override(std::string_view input) {
  if (input.empty()) return;
  const std::string& text = text_of(static_cast<unsigned char>(input[0]));
  const std::vector<std::string> overrides = lines_of(input.substr(1));
  accepted([&] { use(load_scenario_text(text, "fuzz.toml", "/", overrides)); });
}

}  // namespace montecopter::fuzz
