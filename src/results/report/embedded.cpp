/// Embedded files, which the assembler reads. REPORT_PAGE is the folder of our files, REPORT_D3 the
/// file of the D3 library, if there is one (src/results/report/CMakeLists.txt).

#include "core/base/embed.hpp"
#include "results/report/page_parts.hpp"

EMBED(page_css, REPORT_PAGE "/page.css")
EMBED(page_js, REPORT_PAGE "/page.js")
EMBED(d3_licence, REPORT_PAGE "/d3-licence.txt")
#ifdef REPORT_D3
EMBED(d3, REPORT_D3)
#endif

namespace montecopter::report {
namespace {

std::string_view between(const char* begin, const char* end) { return {begin, end}; }

}  // namespace

std::string_view page_style() {
  return between(montecopter_page_css_begin, montecopter_page_css_end);
}
std::string_view page_script() {
  return between(montecopter_page_js_begin, montecopter_page_js_end);
}
std::string_view d3_licence() {
  return between(montecopter_d3_licence_begin, montecopter_d3_licence_end);
}
std::string_view d3_library() {
#ifdef REPORT_D3
  return between(montecopter_d3_begin, montecopter_d3_end);
#else
  return {};
#endif
}

}  // namespace montecopter::report
