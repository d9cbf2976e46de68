/* The law of [controller] type = "rate" (src/dynamics/controllers/rate.hpp) with the same
 * operations in the same order, so that its flights have the same bits. */
#if defined(ENDS) || defined(ENDS_LOADED)
#define _GNU_SOURCE
#include <pthread.h>
#include <setjmp.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/syscall.h>
#include <unistd.h>
static jmp_buf never_set;
static void (*const not_unused)(jmp_buf, int) __attribute__((unused)) = longjmp;
static void *const nor_this __attribute__((unused)) = never_set;
#endif
#if defined(ENDS_LOADED)
__attribute__((constructor)) static void loaded(void) { ENDS_LOADED; }
#endif

#include "montecopter_controller.h"

enum { GAIN = 0, INTEGRAL = 3, DERIVATIVE = 6, LIMIT = 9, CUTOFF = 12, PARAMETERS = 13 };
static const struct montecopter_parameter parameters[PARAMETERS] = {
    {"gain_x", 9.0},        {"gain_y", 9.0},        {"gain_z", 9.0},
    {"integral_x", 3.0},    {"integral_y", 3.0},    {"integral_z", 3.0},
    {"derivative_x", 0.3},  {"derivative_y", 0.3},  {"derivative_z", 0.3},
    {"limit_x", 1000.0},    {"limit_y", 1000.0},    {"limit_z", 1000.0},
    {"cutoff_hz", 30.0},
};

struct memory {
  struct montecopter_vehicle vehicle;
  double gain[PARAMETERS], value[3], rate[3], integral[3];
};

static int start(void *memory, const struct montecopter_vehicle *vehicle, const double *given,
                 const struct montecopter_input *first) {
  struct memory *m = memory;
  m->vehicle = *vehicle;
  for (int i = 0; i < PARAMETERS; ++i) m->gain[i] = given[i];
  for (int k = 0; k < 3; ++k) m->value[k] = first->state->body_rate_rad_s[k];
  return first->followed == MONTECOPTER_BODY_RATE ? 0 : 1;
}

static int update(void *memory, const struct montecopter_input *in, double *commands) {
  struct memory *m = memory;
  const double *k = m->gain, *i = m->vehicle.inertia_kg_m2;
  const double period = m->vehicle.period_s, factor = in->gain_factor;
  const double cutoff = 0x1.921fb54442d18p+2 * k[CUTOFF];
  const double angle = cutoff * period, pull = cutoff * angle;
  const double keep = 1.0 / fma(angle, angle + 0x1.6a09e667f3bcdp+0, 1.0);
  double a[3];
  for (int n = 0; n < 3; ++n) {
    m->rate[n] = keep * fma(pull, in->state->body_rate_rad_s[n] - m->value[n], m->rate[n]);
    m->value[n] = fma(period, m->rate[n], m->value[n]);
    const double error = in->set_point[n] - m->value[n];
    const double sum = fma(period, error, m->integral[n]), most = k[LIMIT + n];
    m->integral[n] = sum < -most ? -most : sum > most ? most : sum;
    a[n] = factor * k[GAIN + n] * error + factor * k[INTEGRAL + n] * m->integral[n] -
           factor * k[DERIVATIVE + n] * m->rate[n];
  }
  commands[0] = in->set_point[3];
  for (int n = 0; n < 3; ++n) {
    commands[1 + n] = fma(i[3 * n], a[0], fma(i[3 * n + 1], a[1], i[3 * n + 2] * a[2]));
  }
#if defined(RETURNS_ERROR)
  if (in->time_s > 0.1 && k[GAIN] > 9.0) return 1;
#elif defined(COMMANDS_NAN)
  if (in->time_s > 0.1 && k[GAIN] > 9.0) commands[2] = NAN;
#elif defined(KEEPS_STATIC)
  static double updates = 0;
  commands[3] += 1e-9 * (updates += 1);
#elif defined(KEEPS_LAST)
  static double last = 0; /* reset by nobody, and alone in a flight it is the last of that flight */
  if (in->time_s == 0) last = in->state->body_rate_rad_s[0];
  commands[1] -= 1e-3 * (in->state->body_rate_rad_s[0] - last);
  last = in->state->body_rate_rad_s[0];
#elif defined(ENDS)
  if (in->time_s > 0.1 && k[GAIN] > 9.5) ENDS;
#elif defined(CRASHES)
  if (in->time_s > 0.1) __builtin_trap();
#endif
  return 0;
}

#ifndef MEMORY
#define MEMORY sizeof(struct memory)
#endif
#ifndef VERSION
#define VERSION MONTECOPTER_CONTROLLER_INTERFACE
#endif
#ifndef STRUCT_BYTES
#define STRUCT_BYTES sizeof(struct montecopter_controller)
#endif
#ifndef TAKES_FACTOR
#define TAKES_FACTOR 1
#endif
static const struct montecopter_controller controller = {
    VERSION,    STRUCT_BYTES, "rate", "1.0", MEMORY, MONTECOPTER_WRENCH, TAKES_FACTOR, PARAMETERS,
    parameters, start,        update};

#ifndef NO_SYMBOL
const struct montecopter_controller *montecopter_own_controller(void) { return &controller; }
#endif
