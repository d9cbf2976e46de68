#include "remarks.hpp"

#include <fmt/format.h>

#include "streams.hpp"

namespace montecopter::cli {

Remarks remarks_on_stderr() {
  return Remarks([](const std::string& line) { remark(line + "\n"); });
}

ExitCode verdict(const Remarks& remarks, bool strict, ExitCode code, ExitCode when_warned) {
  if (code != ExitCode::ok || !strict || !remarks.warned()) return code;
  const std::size_t count = remarks.warnings().size();
  remark(fmt::format("error: {} with --strict.\n",
                     count == 1 ? "there is a warning, which is an error"
                                : fmt::format("there are {} warnings, which are errors", count)));
  return when_warned;
}

}  // namespace montecopter::cli
