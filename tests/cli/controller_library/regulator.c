/* A linear-quadratic regulator whose gains are given, and so stay what they are: the law of `lqr` on a vehicle
 * whose motors lag alike, for a hover at the origin, with motors as they are if their commands act at once. */
#include "montecopter_controller.h"

/* Thrust over z; moments about x, y, z over y and roll, x and pitch, yaw: of position, velocity, rotation, body rate
 * and motors. What the motors do after a period is motor_stays of what they did, and the rest of what is commanded. */
enum {
  thrust_z, thrust_v, thrust_motor,
  roll_y, roll_v, roll_angle, roll_rate, roll_motor,
  pitch_x, pitch_v, pitch_angle, pitch_rate, pitch_motor,
  yaw_angle, yaw_rate, yaw_motor,
  motor_stays,
  parameter_count
};

static const struct montecopter_parameter parameters[] = {
    {"thrust_z", MONTECOPTER_REQUIRED},    {"thrust_v", MONTECOPTER_REQUIRED},   {"thrust_motor", MONTECOPTER_REQUIRED},
    {"roll_y", MONTECOPTER_REQUIRED},      {"roll_v", MONTECOPTER_REQUIRED},     {"roll_angle", MONTECOPTER_REQUIRED},
    {"roll_rate", MONTECOPTER_REQUIRED},   {"roll_motor", MONTECOPTER_REQUIRED}, {"pitch_x", MONTECOPTER_REQUIRED},
    {"pitch_v", MONTECOPTER_REQUIRED},     {"pitch_angle", MONTECOPTER_REQUIRED}, {"pitch_rate", MONTECOPTER_REQUIRED},
    {"pitch_motor", MONTECOPTER_REQUIRED}, {"yaw_angle", MONTECOPTER_REQUIRED},  {"yaw_rate", MONTECOPTER_REQUIRED},
    {"yaw_motor", MONTECOPTER_REQUIRED},   {"motor_stays", MONTECOPTER_REQUIRED}};

struct memory {
  double k[parameter_count], motor[4], weight;
};

static int start(void *memory, const struct montecopter_vehicle *vehicle, const double *given,
                 const struct montecopter_input *first) {
  struct memory *m = memory;
  for (int i = 0; i < parameter_count; ++i) m->k[i] = given[i];
  m->weight = vehicle->mass_kg * vehicle->gravity_m_s2;
  return first->reference ? 0 : 1;
}

static int update(void *memory, const struct montecopter_input *in, double *commands) {
  struct memory *m = memory;
  const double *k = m->k, *p = in->state->position_m, *v = in->state->velocity_m_s, *w = in->state->body_rate_rad_s,
               *q = in->state->attitude, turn = q[0] < 0 ? -2 : 2;
  const double u[4] = {
      k[thrust_z] * p[2] + k[thrust_v] * v[2] + k[thrust_motor] * m->motor[0],
      k[roll_y] * p[1] + k[roll_v] * v[1] + k[roll_angle] * turn * q[1] + k[roll_rate] * w[0] + k[roll_motor] * m->motor[1],
      k[pitch_x] * p[0] + k[pitch_v] * v[0] + k[pitch_angle] * turn * q[2] + k[pitch_rate] * w[1] +
          k[pitch_motor] * m->motor[2],
      k[yaw_angle] * turn * q[3] + k[yaw_rate] * w[2] + k[yaw_motor] * m->motor[3]};
  for (int i = 0; i < 4; ++i) {
    commands[i] = (i == 0 ? m->weight : 0) - u[i];
    m->motor[i] = k[motor_stays] * m->motor[i] - (1 - k[motor_stays]) * u[i];
  }
  return 0;
}

static const struct montecopter_controller controller = {
    MONTECOPTER_CONTROLLER_INTERFACE, sizeof(struct montecopter_controller), "regulator", "1", sizeof(struct memory),
    MONTECOPTER_WRENCH, 0, parameter_count, parameters, start, update};

const struct montecopter_controller *montecopter_own_controller(void) { return &controller; }
