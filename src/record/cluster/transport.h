#ifndef MONTECOPTER_RANKS_TRANSPORT_H
#define MONTECOPTER_RANKS_TRANSPORT_H
/** Messages between the processes that mpirun or srun has started, as a plain C interface: what a
    module has to bring that is loaded while the program runs (transport.hpp), so that the program
    itself is linked against no MPI. mpi_module.c is the one for MPI.

    All functions are called by one thread at a time, not always the same. */

#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

struct montecopter_transport {
  /** Once, first. 0, or what is wrong. */
  const char* (*begin)(void);
  int (*rank)(void);
  int (*size)(void);
  /** Returns when `bytes` can be used again, which may be when the receiver takes the message. */
  void (*send)(int to, const void* bytes, size_t size);
  /** Does not wait: the size of the next message from anybody, whose rank goes to *from, or -1. */
  ptrdiff_t (*probe)(int* from);
  /** Takes the message that probe() has found. */
  void (*receive)(int from, void* bytes, size_t size);
  /** Once, last, in all processes. */
  void (*end)(void);
};

/** The one symbol of a module. Another number when the interface changes. */
#define MONTECOPTER_TRANSPORT_SYMBOL "montecopter_transport_1"
const struct montecopter_transport* montecopter_transport_1(void);

#ifdef __cplusplus
}
#endif

#endif
