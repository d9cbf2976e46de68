#include "simulate/setup/helicopter_rows.hpp"

#include <cstring>
#include <span>

#include "dynamics/vehicles/helicopter_setup.hpp"

namespace montecopter {

HelicopterForm form_of(const Helicopter& there, const WorldTerms& world) {
  HelicopterForm form;
  form.force_noise = there.process_noise.force_n2_s != 0;
  form.moment_noise = there.process_noise.moment_n2_m2_s != 0;
  form.contact = world.contact;
  form.flapping = there.main_rotor.flapping.has_value();
  return form;
}

void fold_sample(const Helicopter& vehicle, const SampleSetting& setting, double* constants,
                 double* actuators) {
  const HelicopterConstants<double> folded = fold_helicopter(vehicle, setting.noise_period_s);
  std::memcpy(constants, &folded, sizeof(folded));
  const std::vector<double>& given = *setting.actuators;
  const auto settled = settled_actuators(
      vehicle, std::span<const double>(setting.first_command, helicopter_controls.size()));
  for (std::size_t k = 0; k < settled.size(); ++k) {
    actuators[k] = k < given.size() ? given[k] : settled[k];
  }
}

}  // namespace montecopter
