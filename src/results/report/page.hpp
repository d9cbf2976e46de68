#pragma once
/// The page: one self-contained HTML file. Its Content-Security-Policy forbids the network and
/// allows only its own script and style, by their hashes. Even text that was not escaped properly
/// cannot run.

#include <string>
#include <string_view>
#include <vector>

#include "results/report/section.hpp"

namespace montecopter::report {

struct Page {
  std::string html;
  std::vector<std::string> sections;  ///< ids, in order
  bool is_interactive = false;        ///< the D3 library is in it
};

/// Makes the page. `build` names the program. The same result, program and options give the same
/// bytes.
Page make_page(const Material& material, std::string_view build);

}  // namespace montecopter::report
