#pragma once
/// Files that were put into the program when it was built (embedded.cpp).

#include <string_view>

namespace montecopter::report {

std::string_view page_style();   ///< page/page.css
std::string_view page_script();  ///< page/page.js, which needs D3
/// The D3 library, as one file; empty if it was not there when the program was built.
std::string_view d3_library();
std::string_view d3_licence();  ///< page/d3-licence.txt

}  // namespace montecopter::report
