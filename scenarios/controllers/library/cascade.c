/*
 * A controller of one's own: position, velocity, tilt, body rate. The position error is summed, so
 * that a steady wind leaves no error. Compile it, beside montecopter_controller.h, by
 *   cc -O2 -ffp-contract=off -shared -fPIC -o cascade.so cascade.c -lm
 * and fly it: montecopter run f450-cascade.toml
 */
#include "montecopter_controller.h"

/* In the order in which start() gets them. */
enum { POSITION, VELOCITY, INTEGRAL, TILT, HEADING, RATE, PARAMETERS };
static const struct montecopter_parameter parameters[PARAMETERS] = {
    {"position_gain_1_s2", 4.0},          /* acceleration per position error */
    {"velocity_gain_1_s", 3.0},           /* acceleration per velocity error */
    {"integral_gain_1_s3", 1.0},          /* acceleration per sum of position errors */
    {"tilt_gain_1_s2", 90.0},             /* angular acceleration per error of roll and pitch */
    {"heading_gain_1_s2", 20.0},          /* and of heading */
    {"rate_gain_1_s", 16.0},              /* and per body rate, against it */
};

/* What a flight remembers. */
struct memory {
  struct montecopter_vehicle vehicle;
  double gain[PARAMETERS];
  double sum_m_s[3]; /* of position errors over time */
};

static double dot(const double *a, const double *b) { return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]; }

static void cross(const double *a, const double *b, double *c) {
  c[0] = a[1] * b[2] - a[2] * b[1];
  c[1] = a[2] * b[0] - a[0] * b[2];
  c[2] = a[0] * b[1] - a[1] * b[0];
}

static void make_unit(double *a) {
  const double length = sqrt(dot(a, a));
  for (int k = 0; k < 3; ++k) a[k] /= length;
}

/* The axes of the body in the world, one after another: columns of the rotation matrix. */
static void axes_of(const double *q, double axes[3][3]) {
  const double w = q[0], x = q[1], y = q[2], z = q[3];
  const double matrix[3][3] = {{1 - 2 * (y * y + z * z), 2 * (x * y + w * z), 2 * (x * z - w * y)},
                               {2 * (x * y - w * z), 1 - 2 * (x * x + z * z), 2 * (y * z + w * x)},
                               {2 * (x * z + w * y), 2 * (y * z - w * x), 1 - 2 * (x * x + y * y)}};
  for (int i = 0; i < 3; ++i) {
    for (int k = 0; k < 3; ++k) axes[i][k] = matrix[i][k];
  }
}

static int start(void *memory, const struct montecopter_vehicle *vehicle, const double *given,
                 const struct montecopter_input *first) {
  struct memory *m = memory;
  if (first->reference == 0) return 1; /* it follows trajectories only */
  m->vehicle = *vehicle;
  for (int i = 0; i < PARAMETERS; ++i) m->gain[i] = given[i];
  return 0;
}

static int update(void *memory, const struct montecopter_input *in, double *commands) {
  struct memory *m = memory;
  const struct montecopter_state *x = in->state;
  const struct montecopter_reference *d = in->reference;
  const double *k = m->gain;

  /* The specific force that is wanted points along -z of the body that is wanted. */
  double down[3];
  for (int i = 0; i < 3; ++i) {
    const double error = x->position_m[i] - d->position_m[i];
    m->sum_m_s[i] += m->vehicle.period_s * error;
    down[i] = k[POSITION] * error + k[VELOCITY] * (x->velocity_m_s[i] - d->velocity_m_s[i]) +
              k[INTEGRAL] * m->sum_m_s[i] - d->acceleration_m_s2[i];
  }
  down[2] += m->vehicle.gravity_m_s2;

  double body[3][3], wanted[3][3];
  axes_of(x->attitude, body);
  commands[0] = m->vehicle.mass_kg * dot(down, body[2]);

  const double nose[3] = {cos(d->heading_rad), sin(d->heading_rad), 0};
  for (int i = 0; i < 3; ++i) wanted[2][i] = down[i];
  make_unit(wanted[2]);
  cross(wanted[2], nose, wanted[1]);
  make_unit(wanted[1]);
  cross(wanted[1], wanted[2], wanted[0]);

  /* 1/2 vee(Rd' R - R' Rd), and the moment against it and against the body rate. */
  double acceleration[3], momentum[3], gyroscopic[3];
  const double *rate = x->body_rate_rad_s;
  for (int i = 0; i < 3; ++i) {
    const int a = (i + 1) % 3, b = (i + 2) % 3;
    const double error = 0.5 * (dot(wanted[b], body[a]) - dot(wanted[a], body[b]));
    acceleration[i] = -(i < 2 ? k[TILT] : k[HEADING]) * error - k[RATE] * rate[i];
  }
  for (int i = 0; i < 3; ++i) momentum[i] = dot(&m->vehicle.inertia_kg_m2[3 * i], rate);
  cross(rate, momentum, gyroscopic);
  for (int i = 0; i < 3; ++i) {
    commands[1 + i] = dot(&m->vehicle.inertia_kg_m2[3 * i], acceleration) + gyroscopic[i];
  }
  return 0;
}

static const struct montecopter_controller controller = {
    MONTECOPTER_CONTROLLER_INTERFACE,
    sizeof(struct montecopter_controller),
    "cascade",
    "1.0",
    sizeof(struct memory),
    MONTECOPTER_WRENCH,
    0, /* gains do not change in flight */
    PARAMETERS,
    parameters,
    start,
    update,
};

const struct montecopter_controller *montecopter_own_controller(void) { return &controller; }
