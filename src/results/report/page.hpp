#pragma once
/// The page: one HTML file that needs nothing else. It forbids itself the network, and runs no
/// script and no style but its own (Content-Security-Policy with their hashes), so that a text that
/// escaped escaping would still do nothing.

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

/// `build` names the program. The same bytes for the same result, program and wishes.
Page make_page(const Material& material, std::string_view build);

}  // namespace montecopter::report
