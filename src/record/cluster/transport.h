#ifndef MONTECOPTER_RANKS_TRANSPORT_H
#define MONTECOPTER_RANKS_TRANSPORT_H
/** Messages between the processes that mpirun or srun has started, as a plain C interface. A module
    with this interface is loaded at run time (transport.hpp), so the program itself is not linked
    against MPI. The module for MPI is mpi_module.c.

    All functions are called by one thread at a time, not always the same. */

#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

struct montecopter_transport {
  /** Starts the transport; called once, first. Returns null, or the error. */
  const char* (*begin)(void);
  int (*rank)(void);
  int (*size)(void);
  /** Returns when `bytes` can be used again, which may be when the receiver takes the message. */
  void (*send)(int to, const void* bytes, size_t size);
  /** Size of the next message, whose sender goes to *from; -1 if there is none. Does not wait. */
  ptrdiff_t (*probe)(int* from);
  /** Receives the message that probe() has found. */
  void (*receive)(int from, void* bytes, size_t size);
  /** Ends the transport; called once, last, in all processes. */
  void (*end)(void);
};

/** The only symbol of a module. Its number changes with the interface. */
#define MONTECOPTER_TRANSPORT_SYMBOL "montecopter_transport_1"
const struct montecopter_transport* montecopter_transport_1(void);

#ifdef __cplusplus
}
#endif

#endif
