#include "verify/verify.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "core/base/error.hpp"
#include "core/base/text.hpp"
#include "verify/bits.hpp"
#include "verify/closed_forms.hpp"
#include "verify/conservation.hpp"
#include "verify/environment.hpp"
#include "verify/known_answers.hpp"
#include "verify/orders.hpp"
#include "verify/torque_free_rigid_body.hpp"
#include "verify/variances.hpp"

namespace montecopter::verify {

const std::vector<Group>& groups() {
  static const std::vector<Group> all = {
      {"known-answers", "random numbers and elementary functions, as others computed them",
       known_answer_checks},
      {"closed-forms", "flights whose path is a formula", closed_form_checks},
      {"rigid-body",
       "torque-free and spun rigid bodies against Euler's, Jacobi's and Volterra's solutions",
       torque_free_rigid_body_checks},
      {"conservation", "energy, momentum and the unit quaternion over long flights",
       conservation_checks},
      {"orders", "how fast the error of each integrator falls with its step", order_checks},
      {"variances", "noise and distributions: means, variances and Allan deviations",
       variance_checks},
      {"environment", "atmosphere, gravity, geodesy and magnetic field against standards",
       environment_checks},
      {"bits", "the same result on every instruction set that this CPU has", bit_checks},
  };
  return all;
}

std::vector<std::string> group_names() {
  std::vector<std::string> names;
  for (const Group& group : groups()) names.emplace_back(group.name);
  return names;
}

std::vector<Group> choose_groups(const std::vector<std::string>& names) {
  const std::vector<std::string> known = group_names();
  for (const std::string& name : names) {
    if (std::find(known.begin(), known.end(), name) != known.end()) continue;
    const auto meant = near_name(name, known);
    throw Error(ExitCode::usage,
                fmt::format("error: there is no group of checks '{}'.{} Use {}.", name,
                            meant ? fmt::format(" Perhaps '{}' is meant.", *meant) : "",
                            join(known, " or ")));
  }
  std::vector<Group> chosen;
  for (const Group& group : groups()) {
    const bool asked = std::find(names.begin(), names.end(), group.name) != names.end();
    if (names.empty() || asked) chosen.push_back(group);
  }
  return chosen;
}

std::vector<GroupResult> run_checks(const VerifyOptions& options) {
  const std::vector<Group> chosen = choose_groups(options.groups);
  const Lab lab(*options.kernel, options.threads);
  std::vector<GroupResult> results;
  for (const Group& group : chosen) {
    if (options.progress) {
      options.progress(group, static_cast<int>(results.size()) + 1,
                       static_cast<int>(chosen.size()));
    }
    results.push_back({group, group.run(lab)});
  }
  return results;
}

}  // namespace montecopter::verify
