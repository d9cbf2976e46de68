#include <fmt/format.h>

#include <array>
#include <vector>

#include "fuzz/memory_file.hpp"
#include "fuzz/resolved.hpp"
#include "fuzz/targets.hpp"

namespace montecopter::fuzz {
namespace {

/// A scenario, and what makes it read the file.
struct Reader {
  std::string text;
  std::vector<std::string> overrides;
};

std::vector<Reader> readers(const std::string& file) {
  const std::string quad = resolved_example("f450-lemniscate");
  const auto by = [&](const char* override) {
    return Reader{quad, {fmt::format(fmt::runtime(override), file)}};
  };
  return {
      by("controller={{type=\"command_table\",file=\"{}\"}}"),
      {resolved_example("polyrotor-px4"),
       {fmt::format("controller.set_points={{file=\"{}\"}}", file)}},
      by("trajectory={{type=\"polynomial\",file=\"{}\"}}"),
      by("trajectory={{type=\"sampled\",file=\"{}\"}}"),
      by("wind=[{{type=\"time_series\",file=\"{}\"}}]"),
      by("wind=[{{type=\"grid\",file=\"{}\"}}]"),
      by("sweep.\"environment.gravity_m_s2\"={{file=\"{}\"}}"),
      by("sweep.\"environment.gravity_m_s2\"={{file=\"{}\",column=\"g\"}}"),
      by("disperse.\"environment.gravity_m_s2\"={{dist=\"empirical\",file=\"{}\"}}"),
      by("disperse.\"environment.gravity_m_s2\"={{dist=\"empirical\",file=\"{}\",column=\"g\"}}"),
      by("vehicle={{include=\"{}\"}}"),
      by("monte_carlo={{design=\"file\",file=\"{}\"}}"),
  };
}

}  // namespace

void csv(std::string_view input) {
  static MemoryFile file;
  static const std::vector<Reader> all = readers(file.path());
  if (input.empty()) return;
  const Reader& reader = all[static_cast<unsigned char>(input[0]) % all.size()];
  file.hold(input.substr(1));
  accepted([&] { use(load_scenario_text(reader.text, "fuzz.toml", "/", reader.overrides)); });
}

}  // namespace montecopter::fuzz
