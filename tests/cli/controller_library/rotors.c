/* Commands every rotor alike: the hover, changed in proportion to the altitude and its change. */
#include "montecopter_controller.h"

static const struct montecopter_parameter parameters[] = {{"gain", MONTECOPTER_REQUIRED}};

struct memory {
  struct montecopter_vehicle vehicle;
  double gain;
};

static int start(void *memory, const struct montecopter_vehicle *vehicle, const double *given,
                 const struct montecopter_input *first) {
  struct memory *m = memory;
  m->vehicle = *vehicle;
  m->gain = given[0];
  return vehicle->commands == 4 && first->time_s == 0 ? 0 : 1;
}

static int update(void *memory, const struct montecopter_input *in, double *commands) {
  const struct memory *m = memory;
  const double z = in->state->position_m[2] - in->reference->position_m[2];
  for (uint32_t i = 0; i < m->vehicle.commands; ++i) {
    commands[i] = m->vehicle.command_hover[i] * (1 + m->gain * (z + in->state->velocity_m_s[2]));
  }
  return 0;
}

static const struct montecopter_controller controller = {
    MONTECOPTER_CONTROLLER_INTERFACE, sizeof(struct montecopter_controller), "rotors", "2", sizeof(struct memory),
    MONTECOPTER_ROTORS, 0, 1, parameters, start, update};

const struct montecopter_controller *montecopter_own_controller(void) { return &controller; }
