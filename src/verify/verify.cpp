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
      {"known-answers", "random numbers and elementary functions against independent values",
       known_answer_checks},
      {"closed-forms", "flights against closed-form solutions", closed_form_checks},
      {"rigid-body",
       "torque-free and spun rigid bodies against Euler's, Jacobi's and Volterra's solutions",
       torque_free_rigid_body_checks},
      {"conservation", "energy, momentum and quaternion norm over long flights",
       conservation_checks},
      {"orders", "order of convergence of each integrator", order_checks},
      {"variances", "means, variances and Allan deviations of noise and distributions",
       variance_checks},
      {"environment", "atmosphere, gravity, geodesy and magnetic field against standards",
       environment_checks},
      {"bits", "identical results on every instruction set of this CPU", bit_checks},
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
    throw Error(
        ExitCode::usage,
        fmt::format("error: unknown group of checks '{}'.{} Use {}.", name,
                    meant ? fmt::format(" Did you mean '{}'?", *meant) : "", join(known, " or ")));
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
