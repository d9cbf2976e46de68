#include "build_information.hpp"

#include <fmt/format.h>

#include "core/base/identity.hpp"
#include "core/base/json.hpp"
#include "core/base/version.hpp"
#include "record/lay_out.hpp"
#include "results/golden/format.hpp"
#include "simulate/border/montecopter_controller.h"
#include "simulate/dispatch.hpp"
#include "simulate/external/packets.hpp"

namespace montecopter::cli {
namespace {

constexpr double scenario_format = 1;  // the only value of the key `schema`

/// The part of build_name in parentheses.
std::string commit() {
  const std::string name = build_name;
  const std::size_t begin = name.find('(') + 1;
  return name.substr(begin, name.rfind(')') - begin);
}

Json formats() {
  Json versions = Json::object();
  versions.set("scenario", Json::number(scenario_format));
  versions.set("result", Json::number(double{record::format_version}));
  versions.set("golden", Json::number(double{golden::format_version}));
  versions.set("controller_library", Json::number(MONTECOPTER_CONTROLLER_INTERFACE));
  versions.set("controller_process", Json::number(packet_version));
  return versions;
}

}  // namespace

std::string compiler_name() {
#if defined(__clang__)
  return fmt::format("clang {}", __clang_version__);
#else
  return fmt::format("g++ {}", __VERSION__);
#endif
}

std::string build_json() {
  Json build = Json::object();
  build.set("version", Json::text(version)).set("commit", Json::text(commit()));
  build.set("compiler", Json::text(compiler_name()));
  build.set("kernels", Json::texts(kernel_names()));
  build.set("hdf5", Json::text(record::hdf5_version()));
  return build.set("formats", formats()).print();
}

}  // namespace montecopter::cli
