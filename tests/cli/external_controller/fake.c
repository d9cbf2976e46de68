/* A fake program for [controller] type = "external": the law of ../controller_library/rate.c behind
 * packets, written from the tables of docs/external-controllers.md. Its words say what it does wrong;
 * what happens once happens at packet AT of flights whose gain_x is above 9. */
#include "../controller_library/rate.c"

#include <errno.h>
#include <math.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

enum { LINK = 3, START = 1, READY, UPDATE, COMMANDS, FAILED };
enum { AT = 40 }; /* the packet at which things go wrong */

static unsigned char in[65536], out[4096], earlier[4096];
static size_t earlier_size;

static uint32_t u32_at(size_t at) {
  uint32_t x;
  memcpy(&x, in + at, sizeof x);
  return x;
}
static double f64_at(size_t at) {
  double x;
  memcpy(&x, in + at, sizeof x);
  return x;
}
static void put(size_t at, const void *from, size_t size) { memcpy(out + at, from, size); }

static void put_header(uint16_t kind, uint64_t number) {
  const uint32_t magic = 0x504f434d;
  const uint16_t version = 1;
  put(0, &magic, 4), put(4, &version, 2), put(6, &kind, 2), put(8, &number, 8);
}

static void say(size_t size) {
  if (send(LINK, out, size, MSG_NOSIGNAL) < 0) _exit(0);
}

static void pause_for(long us) {
  const struct timespec time = {0, us * 1000};
  nanosleep(&time, 0);
}

static int has(int count, char **words, const char *word) {
  for (int i = 1; i < count; ++i) {
    if (strcmp(words[i], word) == 0) return 1;
  }
  return 0;
}

static struct memory flight;
static double gains[PARAMETERS];
static struct montecopter_vehicle vehicle;
static uint32_t followed;
static int begun;

static void take_start(void) {
  vehicle.struct_bytes = sizeof vehicle;
  vehicle.commands = u32_at(24), followed = u32_at(28);
  vehicle.mass_kg = f64_at(40), vehicle.gravity_m_s2 = f64_at(48);
  memcpy(vehicle.inertia_kg_m2, in + 56, 72);
  vehicle.period_s = f64_at(128);
  for (int i = 0; i < PARAMETERS; ++i) gains[i] = parameters[i].default_value;
  for (uint32_t k = 0; k < u32_at(32); ++k) {
    const char *name = (const char *)in + 536 + 64 * k;
    int known = 0;
    for (int i = 0; i < PARAMETERS; ++i) {
      if (strcmp(parameters[i].name, name) == 0) known = 1, gains[i] = f64_at(536 + 64 * k + 56);
    }
    if (!known) {
      put_header(FAILED, 0);
      say(16 + (size_t)snprintf((char *)out + 16, 100, "there is no parameter %s", name));
      exit(0);
    }
  }
}

static void compute(double *commands) {
  struct montecopter_state state;
  memcpy(&state, in + 32, sizeof state);
  struct montecopter_input input = {sizeof input, followed, f64_at(16), f64_at(24), &state, 0, 0};
  double set_point[5];
  memcpy(set_point, in + 280, sizeof set_point);
  input.set_point = set_point;
  if (!begun && start(&flight, &vehicle, gains, &input) != 0) exit(9);
  begun = 1;
  update(&flight, &input, commands);
}

/* What it does instead of answering packet AT. */
static void go_wrong(int count, char **words, uint64_t number) {
  if (has(count, words, "prints")) fputs("motor 3 is \033[31mhot\033[0m\nI stop\n", stderr);
  if (has(count, words, "chatters")) { /* some 8 MB in a second, for ever */
    static char lines[1 << 13];
    for (size_t i = 0; i < sizeof(lines); ++i) lines[i] = "again\n"[i % 6];
    for (;;) {
      if (write(2, lines, sizeof(lines)) < 0) exit(8);
      usleep(1000);
    }
  }
  if (has(count, words, "exits")) exit(7);
  if (has(count, words, "killed")) raise(SIGKILL);
  if (has(count, words, "hangs")) prctl(PR_SET_NAME, "hangs"); /* who looks for it knows it by that */
  if (has(count, words, "hangs") || (has(count, words, "obeys") && getenv("FAKE_HANGS") != 0)) {
    for (;;) pause();
  }
  if (has(count, words, "closes")) {
    close(LINK);
    for (;;) pause();
  }
  put_header(COMMANDS, number);
  if (has(count, words, "short")) say(5);
  if (has(count, words, "header")) say(16);
  if (has(count, words, "long")) say(4000);
  if (has(count, words, "magic")) out[0] ^= 1, say(144);
  if (has(count, words, "version")) out[4] = 2, say(144);
  if (has(count, words, "kind")) out[6] = READY, say(144);
  if (has(count, words, "future")) out[8] += 1, say(144);
  if (has(count, words, "says")) {
    put_header(FAILED, number);
    say(16 + (size_t)sprintf((char *)out + 16, "the law has no solution"));
  }
  if (has(count, words, "umlauts")) { /* of two bytes each, behind words of an odd number of them */
    size_t size = 16;
    put_header(FAILED, number);
    while (size < 900) size += (size_t)sprintf((char *)out + size, "\xc3\xbc");
    say(size);
  }
  if (has(count, words, "rages")) {
    size_t size = 16;
    put_header(FAILED, number);
    while (size < 3000) size += (size_t)sprintf((char *)out + size, "bad \033[31mlaw\tof\n");
    say(size);
  }
  if (has(count, words, "floods")) { /* with answers to the packet before, for ever */
    put_header(COMMANDS, number - 1);
    for (;;) say(144), pause_for(1000);
  }
}

int main(int count, char **words) {
  if (has(count, words, "family") && fork() == 0) { /* of which nothing is to be left */
    for (;;) pause();
  }
  for (;;) {
    const ssize_t size = recv(LINK, in, sizeof in, 0);
    if (size < 0 && errno == EINTR) continue;
    if (size <= 0) return 0;
    uint16_t kind;
    uint64_t number;
    memcpy(&kind, in + 6, 2), memcpy(&number, in + 8, 8);
    if (has(count, words, "sleeps")) pause_for((long)(number * 7919 % 400));
    if (has(count, words, "naps")) pause_for(10000);
    if (kind == START) {
      take_start();
      put_header(READY, number);
      if (!has(count, words, "unready")) say(16);
      continue;
    }
    if (number == AT && gains[GAIN] > 9.0) go_wrong(count, words, number);
    double commands[16] = {0};
    compute(commands);
    if (has(count, words, "late") && earlier_size > 0) {
      if (send(LINK, earlier, earlier_size, MSG_NOSIGNAL) < 0) return 0;
    }
    if (has(count, words, "counts")) { /* updates of all flights, in a file that outlives them */
      FILE *file = fopen("../../montecopter-fake-count", "a+");
      fputc('x', file), fseek(file, 0, SEEK_END);
      commands[3] += 1e-9 * (double)ftell(file), fclose(file);
    }
    const int is_wrong = number == AT && gains[GAIN] > 9.0;
    if (is_wrong && has(count, words, "none")) commands[1] = NAN;
    if (is_wrong && has(count, words, "endless")) commands[2] = -INFINITY;
    for (int i = 4; i < 16; ++i) commands[i] = NAN; /* nobody asks for them */
    put_header(COMMANDS, number);
    put(16, commands, sizeof commands);
    say(144);
    if (has(count, words, "twice")) say(144);
    memcpy(earlier, out, 144), earlier_size = 144;
  }
}
