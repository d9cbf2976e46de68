#pragma once
/// Files embedded into the program (embedded.cpp).

#include <string_view>

namespace montecopter::report {

std::string_view page_style();   ///< page/page.css
std::string_view page_script();  ///< page/page.js, which needs D3
/// The D3 library, as one file; empty if the program was built without it.
std::string_view d3_library();
std::string_view d3_licence();  ///< page/d3-licence.txt

}  // namespace montecopter::report
