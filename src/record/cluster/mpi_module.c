/* MPI as the transport of ranks (transport.h): the module montecopter_mpi.so, the only code that
   includes mpi.h and is linked against MPI. Messages are few and small, so that plain sends are
   enough, and nothing here waits for a message: Open MPI's waiting takes a whole processor. */

#include <mpi.h>
#include <stdlib.h>

#include "record/cluster/transport.h"

enum { tag = 20 };

static const char* begin(void) {
  int provided = MPI_THREAD_SINGLE;
  if (MPI_Init_thread(NULL, NULL, MPI_THREAD_SERIALIZED, &provided) != MPI_SUCCESS) {
    return "MPI_Init_thread failed";
  }
  if (provided >= MPI_THREAD_SERIALIZED) return NULL;
  return "this MPI does not support calls from several threads in turn (MPI_THREAD_SERIALIZED)";
}

static int rank(void) {
  int number = 0;
  MPI_Comm_rank(MPI_COMM_WORLD, &number);
  return number;
}

static int size(void) {
  int count = 1;
  MPI_Comm_size(MPI_COMM_WORLD, &count);
  return count;
}

/* An MPI error ends all ranks: MPI_COMM_WORLD has MPI_ERRORS_ARE_FATAL. */
static void send(int to, const void* bytes, size_t count) {
  MPI_Send(bytes, (int)count, MPI_BYTE, to, tag, MPI_COMM_WORLD);
}

static ptrdiff_t probe(int* from) {
  int there = 0, count = 0;
  MPI_Status status;
  MPI_Iprobe(MPI_ANY_SOURCE, tag, MPI_COMM_WORLD, &there, &status);
  if (!there) return -1;
  MPI_Get_count(&status, MPI_BYTE, &count);
  *from = status.MPI_SOURCE;
  return count;
}

static void receive(int from, void* bytes, size_t count) {
  MPI_Recv(bytes, (int)count, MPI_BYTE, from, tag, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
}

static void end(void) { MPI_Finalize(); }

const struct montecopter_transport* montecopter_transport_1(void) {
  static const struct montecopter_transport mpi = {begin, rank, size, send, probe, receive, end};
  return &mpi;
}
