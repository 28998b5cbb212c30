/*
 * The same measurements as `starling bench`, for any MPI library: the same loops, the same iteration
 * counts, the same JSON.
 *
 *   mpi_bench pingpong,broadcast,reduce,barrier [--sizes 8,64K,4M] [--iterations K] [--warm-up MS]
 */
#define _POSIX_C_SOURCE 200112L
#include <mpi.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { MAX_SIZES = 64, PAGE = 4096, TAG = 7 };

typedef struct {
  int rank, ranks;
  char library[16];
  long iterations; /* 0: chosen by size */
  double warm_up_us;
} Settings;

typedef struct {
  void *data, *result;
  long bytes;
} Buffers;

/* Runs the operation `iterations` times and returns the microseconds that it took in all. */
typedef double (*Loop)(const Settings *, const Buffers *, long iterations);

static void fail(const char *problem, const char *token) {
  fprintf(stderr, "mpi_bench: %s '%s'\n", problem, token);
  MPI_Abort(MPI_COMM_WORLD, 2);
}

static double now_us(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return t.tv_sec * 1e6 + t.tv_nsec * 1e-3;
}

static double ping_pong(const Settings *s, const Buffers *b, long iterations) {
  double start = now_us();
  if (s->rank > 1) return 0;
  for (long i = 0; i < iterations; i++) {
    if (s->rank == 0) {
      MPI_Send(b->data, (int)b->bytes, MPI_CHAR, 1, TAG, MPI_COMM_WORLD);
      MPI_Recv(b->result, (int)b->bytes, MPI_CHAR, 1, TAG, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    } else {
      MPI_Recv(b->result, (int)b->bytes, MPI_CHAR, 0, TAG, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
      MPI_Send(b->data, (int)b->bytes, MPI_CHAR, 0, TAG, MPI_COMM_WORLD);
    }
  }
  return (now_us() - start) / 2;
}

static double broadcast(const Settings *s, const Buffers *b, long iterations) {
  double total = 0;
  (void)s;
  for (long i = 0; i < iterations; i++) {
    MPI_Barrier(MPI_COMM_WORLD);
    double start = now_us();
    MPI_Bcast(b->data, (int)b->bytes, MPI_CHAR, 0, MPI_COMM_WORLD);
    total += now_us() - start;
  }
  return total;
}

static double reduce(const Settings *s, const Buffers *b, long iterations) {
  double total = 0;
  int count = (int)(b->bytes / (long)sizeof(float));
  (void)s;
  for (long i = 0; i < iterations; i++) {
    MPI_Barrier(MPI_COMM_WORLD);
    double start = now_us();
    MPI_Reduce(b->data, b->result, count, MPI_FLOAT, MPI_SUM, 0, MPI_COMM_WORLD);
    total += now_us() - start;
  }
  return total;
}

static double barrier(const Settings *s, const Buffers *b, long iterations) {
  double total = 0;
  (void)s, (void)b;
  for (long i = 0; i < iterations; i++) {
    MPI_Barrier(MPI_COMM_WORLD);
    double start = now_us();
    MPI_Barrier(MPI_COMM_WORLD);
    total += now_us() - start;
  }
  return total;
}

/* The counts of io.starling.bench.micro.Iterations: half a second. */
static long default_iterations(double once) {
  long count = (long)(5e5 / once);
  return count < 20 ? 20 : count > 1000000 ? 1000000 : count;
}

/* Rounds of doubling length until rank 0 says that it was long enough; the time of one in the best. */
static double warm_up(const Settings *s, const Buffers *b, Loop loop) {
  double begin = now_us(), best = 1e300;
  long done = 0;
  int enough = 0;
  for (long round = 1; !enough; round *= 2) {
    double start = now_us();
    loop(s, b, round);
    double now = now_us();
    if ((now - start) / round < best) best = (now - start) / round;
    done += round;
    enough = done >= 3 && now - begin >= s->warm_up_us;
    MPI_Bcast(&enough, 1, MPI_INT, 0, MPI_COMM_WORLD);
  }
  return best;
}

static void measure(const Settings *s, const char *name, Loop loop, long bytes) {
  Buffers b = {NULL, NULL, bytes};
  size_t size = bytes < PAGE ? PAGE : (size_t)bytes;
  if (posix_memalign(&b.data, PAGE, size) || posix_memalign(&b.result, PAGE, size)) {
    fail("no memory for", name);
  }
  memset(b.data, 0, size);
  memset(b.result, 0, size);

  double once = warm_up(s, &b, loop);
  long iterations = s->iterations;
  if (iterations == 0) {
    iterations = default_iterations(once);
  }
  MPI_Bcast(&iterations, 1, MPI_LONG, 0, MPI_COMM_WORLD);
  MPI_Barrier(MPI_COMM_WORLD);
  double mean = loop(s, &b, iterations) / iterations;
  MPI_Barrier(MPI_COMM_WORLD);

  double *means = malloc(sizeof(double) * (size_t)s->ranks);
  MPI_Gather(&mean, 1, MPI_DOUBLE, means, 1, MPI_DOUBLE, 0, MPI_COMM_WORLD);
  if (s->rank == 0) {
    int takers = loop == ping_pong ? 2 : s->ranks;
    double sum = 0, least = means[0], most = means[0];
    for (int r = 0; r < takers; r++) {
      sum += means[r];
      if (means[r] < least) least = means[r];
      if (means[r] > most) most = means[r];
    }
    printf("{\"benchmark\":\"%s\",\"library\":\"%s\",\"algorithm\":\"default\",\"ranks\":%d,"
           "\"bytes\":%ld,\"iterations\":%ld,\"avg_us\":%.3f,\"min_us\":%.3f,\"max_us\":%.3f}\n",
           name, s->library, s->ranks, bytes, iterations, sum / takers, least, most);
    fflush(stdout);
  }
  free(means);
  free(b.data);
  free(b.result);
}

static long parse_size(const char *token) {
  char *end;
  long value = strtol(token, &end, 10);
  if (end == token || value < 0) fail("no size:", token);
  switch (*end) {
    case 'G': value <<= 10; /* fall through */
    case 'M': value <<= 10; /* fall through */
    case 'K': value <<= 10; end++;
  }
  if (*end || value > INT32_MAX) fail("no size:", token);
  return value;
}

static int parse_sizes(char *list, long *sizes) {
  int count = 0;
  for (char *token = strtok(list, ","); token; token = strtok(NULL, ",")) {
    if (count == MAX_SIZES) fail("too many sizes at", token);
    sizes[count++] = parse_size(token);
  }
  return count;
}

static void name_library(char *name) {
  char version[MPI_MAX_LIBRARY_VERSION_STRING];
  int length;
  MPI_Get_library_version(version, &length);
  strcpy(name, strstr(version, "Open MPI") ? "openmpi" : strstr(version, "MPICH") ? "mpich" : "mpi");
}

static void run(const Settings *s, char *names, const long *sizes, int count) {
  static const struct { const char *name; Loop loop; } known[] = {
      {"pingpong", ping_pong}, {"broadcast", broadcast}, {"reduce", reduce}, {"barrier", barrier}};
  for (char *name = strtok(names, ","); name; name = strtok(NULL, ",")) {
    size_t k = 0;
    while (k < 4 && strcmp(name, known[k].name)) k++;
    if (k == 4) fail("no benchmark:", name);
    if (known[k].loop == ping_pong && s->ranks < 2) fail("one rank is too few for", name);
    if (known[k].loop == barrier) {
      measure(s, name, barrier, 0);
      continue;
    }
    for (int i = 0; i < count; i++) {
      if (known[k].loop == reduce && sizes[i] % (long)sizeof(float)) continue;
      measure(s, name, known[k].loop, sizes[i]);
    }
  }
}

int main(int argc, char **argv) {
  long sizes[MAX_SIZES] = {8, 1 << 10, 8 << 10, 64 << 10, 1 << 20, 4 << 20};
  int count = 6;
  Settings s = {0, 0, "", 0, 300e3};
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &s.rank);
  MPI_Comm_size(MPI_COMM_WORLD, &s.ranks);
  name_library(s.library);
  if (argc < 2) fail("which benchmarks? such as", "pingpong,broadcast,reduce,barrier");
  for (int i = 2; i < argc; i += 2) {
    if (i + 1 == argc) fail("no value for", argv[i]);
    if (!strcmp(argv[i], "--sizes")) count = parse_sizes(argv[i + 1], sizes);
    else if (!strcmp(argv[i], "--iterations")) s.iterations = atol(argv[i + 1]);
    else if (!strcmp(argv[i], "--warm-up")) s.warm_up_us = atof(argv[i + 1]) * 1e3;
    else fail("unknown option", argv[i]);
  }
  run(&s, argv[1], sizes, count);
  MPI_Finalize();
  return 0;
}
