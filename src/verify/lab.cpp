#include "verify/lab.hpp"

#include <fmt/format.h>

#include <cmath>

#include "core/base/text.hpp"

namespace montecopter::verify {
namespace {

template <class Numbers>
std::string list(const Numbers& numbers) {
  std::vector<std::string> texts;
  for (const double x : numbers) texts.push_back(format_double(x));
  return fmt::format("[{}]", fmt::join(texts, ", "));
}

}  // namespace

std::string BodyFlight::toml() const {
  const auto& j = inertia_kg_m2;
  std::string text = "schema = 1\nname = \"body\"\n";
  text += fmt::format("[environment]\ngravity_m_s2 = {}\n", format_double(gravity_m_s2));
  text += fmt::format(
      "[vehicle]\ntype = \"multirotor\"\nmass_kg = {}\ninertia_kg_m2 = {{xx = {}, yy = {}, zz = "
      "{}}}\n{}\nrotors = [{}]\n",
      format_double(mass_kg), format_double(j[0]), format_double(j[1]), format_double(j[2]), drag,
      rotors);
  std::vector<double> row = {0};
  row.insert(row.end(), commands.begin(), commands.end());
  text += fmt::format("[controller]\ntype = \"command_table\"\nrows = [{}]\n", list(row));
  text += fmt::format("[integrator]\ntype = \"{}\"\nrate_hz = {:.0f}\n", integrator, rate_hz);
  if (tolerance > 0) {
    text += fmt::format("relative_tolerance = {0}\nabsolute_tolerance = {0}\n",
                        format_double(tolerance));
  }
  text += fmt::format("[simulation]\nsteps = {:.0f}\n", std::round(steps()));
  text += fmt::format("[simulation.initial]\nvelocity_m_s = {}\nbody_rate_rad_s = {}\n",
                      list(velocity_m_s), list(body_rate_rad_s));
  if (!actuators.empty()) text += fmt::format("actuators = {}\n", list(actuators));
  text += fmt::format(
      "[output]\nevery_steps = {:.0f}\ntraces = \"all\"\nsignals = [\"position\", \"velocity\", "
      "\"attitude\", \"body_rate\"{}]\n[monte_carlo]\nsamples = {}\nseed = 1\n",
      std::round(rate_hz / output_hz), more_signals, samples);
  return text + tables;
}

FlightsInMemory Lab::fly(const std::string& toml, const Kernel& kernel) const {
  return FlightsInMemory(plan_of_text(toml), kernel, {}, threads_);
}

}  // namespace montecopter::verify
