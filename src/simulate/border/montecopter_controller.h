#ifndef MONTECOPTER_CONTROLLER_H
#define MONTECOPTER_CONTROLLER_H
/*
 * A controller of one's own for montecopter: [controller] type = "library" in a scenario
 * (docs/own-controller.md). This header is C99 and C++, and needs nothing else of montecopter.
 *
 * A shared library exports one function, montecopter_own_controller(), which returns a constant
 * struct montecopter_controller: what the controller is called, how much memory a flight of it
 * takes, which parameters it has, and two functions. start() is called once per flight, before the
 * first update(); update() is called at the controller's rate. Both return 0, or another number
 * where they cannot go on: that flight then ends with the status controller_failed, and the others
 * go on.
 *
 * Flights are flown side by side, some in one thread and some in others. A controller therefore
 * keeps what it remembers of a flight in the memory that it is given, and nowhere else: no global
 * and no static variable that changes, no clock, no file, no random number of its own. Then flights
 * have the same bits for any number of threads. `run` flies one sample several times and refuses a
 * controller by which they differ.
 *
 * Units are SI, angles are radians. The world is NED: x north, y east, z down. The body is FRD: x
 * forward, y to the right, z down.
 *
 * Structs only ever grow at their ends. `struct_bytes` says how large one is for whoever filled it.
 */
#include <math.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Version of this interface. It changes when a controller would have to be compiled again. */
#define MONTECOPTER_CONTROLLER_INTERFACE 1u

/* Most actuators of a vehicle, most parameters of a controller, most memory of a flight. */
#define MONTECOPTER_MOST_COMMANDS 16
#define MONTECOPTER_MOST_PARAMETERS 64
#define MONTECOPTER_MOST_MEMORY_BYTES 65536

/* What update() writes. */
enum montecopter_commanded {
  /* Collective thrust [N], upwards in the body (against its z), and moments about x, y, z [N m].
   * They are allocated to the rotors, within limits, as those of the other controllers are. */
  MONTECOPTER_WRENCH = 0,
  /* One command per rotor, in the order of the vehicle, in the unit of its motors. They are kept
   * within the limits of the motors. */
  MONTECOPTER_ROTORS = 1
};

/* What a flight follows. */
enum montecopter_followed {
  MONTECOPTER_TRAJECTORY = 0,   /* montecopter_input.reference */
  MONTECOPTER_BODY_RATE = 1,    /* montecopter_input.set_point: rates x y z, thrust [N] */
  MONTECOPTER_ATTITUDE = 2,     /* quaternion w x y z (body to world), thrust [N] */
  MONTECOPTER_ACCELERATION = 3  /* acceleration north, east, down, heading */
};

/* The state that the controller sees: the true one or the estimate, as controller.feedback says. */
struct montecopter_state {
  double position_m[3];      /* NED */
  double velocity_m_s[3];    /* NED */
  double attitude[4];        /* unit quaternion w x y z: from body axes to those of the world */
  double body_rate_rad_s[3]; /* of the body relative to the world, FRD */
};

/* The trajectory at the time of the update. */
struct montecopter_reference {
  double position_m[3];        /* NED, as all vectors here */
  double velocity_m_s[3];
  double acceleration_m_s2[3];
  double jerk_m_s3[3];
  double snap_m_s4[3];
  double heading_rad;          /* of the nose from north, to the right; any number of turns */
  double heading_rate_rad_s;
  double heading_acceleration_rad_s2;
};

/* The vehicle as it is known: the nominal one of the scenario (of the sweep point), never the
 * dispersed one of the flight. */
struct montecopter_vehicle {
  uint32_t struct_bytes;
  uint32_t commands;       /* numbers that update() writes: 4 of a wrench, or one per rotor */
  double mass_kg;
  double gravity_m_s2;     /* downwards */
  double inertia_kg_m2[9]; /* row by row, FRD, about the centre of mass */
  double period_s;         /* from update to update */
  double thrust_low_n;     /* collective thrust that all rotors together can give */
  double thrust_high_n;
  /* Of each rotor, in the unit of its motor: */
  double command_low[MONTECOPTER_MOST_COMMANDS];
  double command_high[MONTECOPTER_MOST_COMMANDS];
  double command_hover[MONTECOPTER_MOST_COMMANDS];
};

/* What there is at an update. The pointers hold until the function returns. */
struct montecopter_input {
  uint32_t struct_bytes;
  uint32_t followed;                             /* enum montecopter_followed */
  double time_s;                                 /* since the start of the flight */
  double gain_factor;                            /* by gain_change events; 1: none */
  const struct montecopter_state *state;
  const struct montecopter_reference *reference; /* null: set-points are followed */
  const double *set_point;                       /* null: a trajectory is followed */
};

/* What the default of a parameter says that has to be given. */
#define MONTECOPTER_REQUIRED ((double)NAN)

/* A number that a scenario can set, sweep and disperse: controller.parameters.NAME. */
struct montecopter_parameter {
  const char *name;      /* letters, digits, _ and - */
  double default_value;  /* where the scenario does not say it, or MONTECOPTER_REQUIRED */
};

struct montecopter_controller {
  uint32_t interface_version; /* MONTECOPTER_CONTROLLER_INTERFACE */
  uint32_t struct_bytes;      /* sizeof(struct montecopter_controller) */
  const char *name;           /* of the controller, and its version: for people */
  const char *version;
  uint32_t memory_bytes;      /* of a flight; it is aligned to 64 bytes, and zero before start() */
  uint32_t commanded;         /* enum montecopter_commanded */
  uint32_t takes_gain_factor; /* 1: update() scales its gains by gain_factor; 0: gain_change events
                                 are refused */
  uint32_t parameter_count;
  const struct montecopter_parameter *parameters; /* may be null where there are none */

  /* Begins a flight. `parameters` has a number for each of the list above, in its order; copy what
   * is needed later into `memory`. `first` is the input of the first update. */
  int (*start)(void *memory, const struct montecopter_vehicle *vehicle, const double *parameters,
               const struct montecopter_input *first);
  /* Computes vehicle->commands numbers. They have to be finite. */
  int (*update)(void *memory, const struct montecopter_input *input, double *commands);
};

/* What the library exports. */
#if defined(__GNUC__)
__attribute__((visibility("default")))
#endif
const struct montecopter_controller *montecopter_own_controller(void);

#ifdef __cplusplus
}
#endif
#endif
