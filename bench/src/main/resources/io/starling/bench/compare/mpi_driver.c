/*
 * The measurements of `starling bench`, for any MPI library: the same loops, the same rules for
 * warm-up and iterations (io.starling.bench.micro) but for the JVM's before the first size, the same
 * JSON, one line for each size.
 * `starling compare` compiles and runs it; by hand:
 *
 *   mpicc -std=c11 -O2 -o mpi_driver mpi_driver.c
 *   mpirun -n 2 ./mpi_driver broadcast,scan --sizes=8,65536 [--warm-up=MS] [--time=MS]
 *       [--iterations=K] [--memory=native|shared] [--write=true] [--datatype=float32] [--operator=sum]
 *
 * For `starling noise` it loops without barriers through turns of time, which all processes of a host
 * see alike (CLOCK_MONOTONIC), and tells how many iterations were done in each:
 *
 *   mpirun -n 2 ./mpi_driver broadcast --sizes=4194304 --turns=ORIGIN_NS,TURN_NS,SKIP_NS,COUNT
 */
#define _POSIX_C_SOURCE 200112L
#include <limits.h>
#include <mpi.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { MAX_SIZES = 64, PAGE = 4096, TAG = 7, ROOT = 0 };
enum { LEAST_ITERATIONS = 20, MOST_ITERATIONS = 1000000 };
enum { BATCH_US = 50000 };

typedef struct {
  int rank, ranks;
  long iterations; /* 0: as many as fit into the time */
  double warm_up_us, time_us;
  int shared; /* memory from MPI_Alloc_mem */
  int write;  /* what is sent, before each message */
  MPI_Datatype type;
  int extent;
  MPI_Op operator;
  double origin_us, turn_us, skip_us; /* turns of time; the beginning of each does not count */
  int turns;                          /* 0: no turns */
} Settings;

/* Room for one message of a rank, or for one of each; `bytes` and `count` are those of one. */
typedef struct {
  void *data, *result;
  int bytes, count;
  MPI_Win window; /* of one message, for accesses to rank 1 */
} Buffers;

typedef void (*Collective)(const Settings *, const Buffers *);

typedef struct {
  const char *name;
  Collective collective; /* NULL: between two */
  int sizes, folds;
  int every_data, every_result; /* whether there is a message of each rank */
  int from_root;                /* whether only the root sends */
  Collective access;            /* to the window of rank 1; NULL: ping-pong */
} Kind;

static void fail(const char *problem, const char *token) {
  fprintf(stderr, "mpi_driver: %s '%s'\n", problem, token);
  MPI_Abort(MPI_COMM_WORLD, 2);
}

static double now_us(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return t.tv_sec * 1e6 + t.tv_nsec * 1e-3;
}

/* ---- What is measured ---- */

static void broadcast(const Settings *s, const Buffers *b) {
  (void)s;
  MPI_Bcast(b->data, b->bytes, MPI_CHAR, ROOT, MPI_COMM_WORLD);
}

static void reduce(const Settings *s, const Buffers *b) {
  MPI_Reduce(b->data, b->result, b->count, s->type, s->operator, ROOT, MPI_COMM_WORLD);
}

static void allreduce(const Settings *s, const Buffers *b) {
  MPI_Allreduce(b->data, b->result, b->count, s->type, s->operator, MPI_COMM_WORLD);
}

static void allgather(const Settings *s, const Buffers *b) {
  (void)s;
  MPI_Allgather(b->data, b->bytes, MPI_CHAR, b->result, b->bytes, MPI_CHAR, MPI_COMM_WORLD);
}

static void alltoall(const Settings *s, const Buffers *b) {
  (void)s;
  MPI_Alltoall(b->data, b->bytes, MPI_CHAR, b->result, b->bytes, MPI_CHAR, MPI_COMM_WORLD);
}

static void gather(const Settings *s, const Buffers *b) {
  (void)s;
  MPI_Gather(b->data, b->bytes, MPI_CHAR, b->result, b->bytes, MPI_CHAR, ROOT, MPI_COMM_WORLD);
}

static void scatter(const Settings *s, const Buffers *b) {
  (void)s;
  MPI_Scatter(b->data, b->bytes, MPI_CHAR, b->result, b->bytes, MPI_CHAR, ROOT, MPI_COMM_WORLD);
}

static void reduce_scatter_block(const Settings *s, const Buffers *b) {
  MPI_Reduce_scatter_block(b->data, b->result, b->count, s->type, s->operator, MPI_COMM_WORLD);
}

static void scan(const Settings *s, const Buffers *b) {
  MPI_Scan(b->data, b->result, b->count, s->type, s->operator, MPI_COMM_WORLD);
}

static void exclusive_scan(const Settings *s, const Buffers *b) {
  MPI_Exscan(b->data, b->result, b->count, s->type, s->operator, MPI_COMM_WORLD);
}

static void barrier(const Settings *s, const Buffers *b) {
  (void)s, (void)b;
  MPI_Barrier(MPI_COMM_WORLD);
}

static void put(const Settings *s, const Buffers *b) {
  (void)s;
  MPI_Put(b->data, b->bytes, MPI_CHAR, 1, 0, b->bytes, MPI_CHAR, b->window);
}

static void get(const Settings *s, const Buffers *b) {
  (void)s;
  MPI_Get(b->data, b->bytes, MPI_CHAR, 1, 0, b->bytes, MPI_CHAR, b->window);
}

static void fetch_and_add(const Settings *s, const Buffers *b) {
  (void)s;
  MPI_Fetch_and_op(b->data, b->result, MPI_INT64_T, 1, 0, MPI_SUM, b->window);
}

static const Kind KINDS[] = {
    /* name, function, sizes, folds, data and result of every rank, from the root, access */
    {"pingpong", NULL, 1, 0, 0, 0, 0, NULL},
    {"put", NULL, 1, 0, 0, 0, 0, put},
    {"get", NULL, 1, 0, 0, 0, 0, get},
    {"fetch-and-add", NULL, 0, 0, 0, 0, 0, fetch_and_add},
    {"broadcast", broadcast, 1, 0, 0, 0, 1, NULL},
    {"reduce", reduce, 1, 1, 0, 0, 0, NULL},
    {"allreduce", allreduce, 1, 1, 0, 0, 0, NULL},
    {"allgather", allgather, 1, 0, 0, 1, 0, NULL},
    {"alltoall", alltoall, 1, 0, 1, 1, 0, NULL},
    {"gather", gather, 1, 0, 0, 1, 0, NULL},
    {"scatter", scatter, 1, 0, 1, 0, 1, NULL},
    {"reduce-scatter-block", reduce_scatter_block, 1, 1, 1, 0, 0, NULL},
    {"scan", scan, 1, 1, 0, 0, 0, NULL},
    {"exclusive-scan", exclusive_scan, 1, 1, 0, 0, 0, NULL},
    {"barrier", barrier, 0, 0, 0, 0, 0, NULL},
    {NULL, NULL, 0, 0, 0, 0, 0, NULL}};

/* ---- How it is measured ---- */

static double ping_pong(const Settings *s, const Buffers *b, long iterations) {
  double start = now_us();
  if (s->rank > 1) return 0;
  for (long i = 0; i < iterations; i++) {
    if (s->rank == 0) {
      MPI_Send(b->data, b->bytes, MPI_CHAR, 1, TAG, MPI_COMM_WORLD);
      MPI_Recv(b->result, b->bytes, MPI_CHAR, 1, TAG, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    } else {
      MPI_Recv(b->result, b->bytes, MPI_CHAR, 0, TAG, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
      MPI_Send(b->data, b->bytes, MPI_CHAR, 0, TAG, MPI_COMM_WORLD);
    }
  }
  return (now_us() - start) / 2;
}

/* Rank 0 accesses the window of rank 1, and flushes each time; the others wait in a barrier. */
static double one_sided(const Settings *s, const Kind *k, const Buffers *b, long iterations) {
  double elapsed = 0;
  MPI_Barrier(MPI_COMM_WORLD);
  if (s->rank == 0) {
    MPI_Win_lock(MPI_LOCK_SHARED, 1, 0, b->window);
    double start = now_us();
    for (long i = 0; i < iterations; i++) {
      k->access(s, b);
      MPI_Win_flush(1, b->window);
    }
    elapsed = now_us() - start;
    MPI_Win_unlock(1, b->window);
  }
  MPI_Barrier(MPI_COMM_WORLD);
  return elapsed;
}

/* Writes what this rank sends, something else each time. */
static void write_data(const Settings *s, const Kind *k, const Buffers *b, long iteration) {
  if (!s->write || (k->from_root && s->rank != ROOT)) return;
  memset(b->data, iteration & 1 ? 0x3e : 0x3f, (size_t)b->bytes * (size_t)(k->every_data ? s->ranks : 1));
}

/* Runs the operation `iterations` times and returns the microseconds that it took in all. */
static double loop(const Settings *s, const Kind *k, const Buffers *b, long iterations) {
  double total = 0;
  if (k->access) return one_sided(s, k, b, iterations);
  if (!k->collective && !s->write) return ping_pong(s, b, iterations);
  for (long i = 0; i < iterations; i++) {
    write_data(s, k, b, i);
    MPI_Barrier(MPI_COMM_WORLD);
    double start = now_us();
    if (k->collective) k->collective(s, b);
    total += k->collective ? now_us() - start : ping_pong(s, b, 1);
  }
  return total;
}

/* Rounds of doubling length until rank 0 says that it was long enough; the time of one in the last. */
static double warm_up(const Settings *s, const Kind *k, const Buffers *b) {
  double begin = now_us(), once = 0;
  long done = 0;
  int enough = 0;
  for (long round = 1; !enough; round *= 2) {
    double start = now_us();
    loop(s, k, b, round);
    double now = now_us();
    once = (now - start) / round;
    done += round;
    enough = done >= 7 && now - begin >= s->warm_up_us;
    MPI_Bcast(&enough, 1, MPI_INT, ROOT, MPI_COMM_WORLD);
  }
  return once;
}

static long iterations_for(const Settings *s, double once) {
  long count = s->iterations;
  if (count == 0) {
    count = (long)(s->time_us / once);
    count = count < LEAST_ITERATIONS ? LEAST_ITERATIONS : count > MOST_ITERATIONS ? MOST_ITERATIONS : count;
  }
  MPI_Bcast(&count, 1, MPI_LONG, ROOT, MPI_COMM_WORLD);
  return count;
}

static void *allocate(const Settings *s, long bytes, int of_every_rank) {
  size_t size = (size_t)bytes * (size_t)(of_every_rank ? s->ranks : 1);
  void *memory = NULL;
  if (size < PAGE) size = PAGE;
  if (s->shared ? MPI_Alloc_mem((MPI_Aint)size, MPI_INFO_NULL, &memory) != MPI_SUCCESS
                : posix_memalign(&memory, PAGE, size)) {
    fail("no memory for", "the messages");
  }
  memset(memory, 0, size);
  return memory;
}

static void release(const Settings *s, void *memory) {
  if (s->shared) MPI_Free_mem(memory);
  else free(memory);
}

static void report(const Settings *s, const Kind *k, long bytes, long iterations, double mean) {
  int takers = k->collective ? s->ranks : k->access || s->write ? 1 : 2;
  double *means = malloc(sizeof(double) * (size_t)s->ranks);
  MPI_Gather(&mean, 1, MPI_DOUBLE, means, 1, MPI_DOUBLE, ROOT, MPI_COMM_WORLD);
  if (s->rank == ROOT) {
    double sum = 0, least = means[0], most = means[0];
    for (int r = 0; r < takers; r++) {
      sum += means[r];
      if (means[r] < least) least = means[r];
      if (means[r] > most) most = means[r];
    }
    printf("{\"benchmark\":\"%s\",\"algorithm\":\"default\",\"ranks\":%d,\"bytes\":%ld,"
           "\"iterations\":%ld,\"avg_us\":%.3f,\"min_us\":%.3f,\"max_us\":%.3f}\n",
           k->name, s->ranks, bytes, iterations, sum / takers, least, most);
    fflush(stdout);
  }
  free(means);
}

static void measure(const Settings *s, const Kind *k, long bytes) {
  Buffers b = {allocate(s, bytes, k->every_data), allocate(s, bytes, k->every_result), (int)bytes,
               (int)(bytes / s->extent), MPI_WIN_NULL};
  void *memory;
  if (k->access) {
    MPI_Aint room = bytes < 8 ? 8 : bytes;
    MPI_Win_allocate(room, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &b.window);
    memset(memory, 0, (size_t)room);
  }
  long iterations = iterations_for(s, warm_up(s, k, &b));
  MPI_Barrier(MPI_COMM_WORLD);
  double mean = loop(s, k, &b, iterations) / iterations;
  MPI_Barrier(MPI_COMM_WORLD);
  report(s, k, bytes, iterations, mean);
  if (k->access) MPI_Win_free(&b.window);
  release(s, b.data);
  release(s, b.result);
}

/* The number of the turn at a time after the origin. */
static long turn_at(const Settings *s, double time) {
  return (long)((time - s->origin_us) / s->turn_us);
}

/* Adds an iteration to the turns in which it was under way, to each its share. */
static void count_iteration(const Settings *s, double *counts, long first, double from, double to) {
  for (long k = turn_at(s, from); k <= turn_at(s, to); k++) {
    double begin = s->origin_us + k * s->turn_us + s->skip_us;
    double end = s->origin_us + (k + 1) * s->turn_us;
    double inside = (to < end ? to : end) - (from > begin ? from : begin);
    if (k >= first && k < first + s->turns && inside > 0) counts[k - first] += inside / (to - from);
  }
}

/* Loops from the next turn to the end of the last; rank 0 tells after each batch whether it is over. The others
 * need that one batch later, so none waits for a rank 0 that is behind. */
static void loop_in_turns(const Settings *s, const Kind *k, const Buffers *b, double *counts, long *first) {
  double once = warm_up(s, k, b), before = now_us();
  long plan[] = {turn_at(s, before) + 1, (long)(BATCH_US / once) + 1}; /* first turn, batch: rank 0's */
  int more = 1;
  MPI_Request told = MPI_REQUEST_NULL;
  MPI_Bcast(plan, 2, MPI_LONG, ROOT, MPI_COMM_WORLD);
  *first = plan[0];
  while (more) {
    more = before < s->origin_us + (*first + s->turns) * s->turn_us;
    MPI_Ibcast(&more, 1, MPI_INT, ROOT, MPI_COMM_WORLD, &told);
    for (long i = 0; i < plan[1]; i++) {
      k->collective(s, b);
      double now = now_us();
      count_iteration(s, counts, *first, before, now);
      before = now;
    }
    MPI_Wait(&told, MPI_STATUS_IGNORE);
  }
}

static void measure_in_turns(const Settings *s, const Kind *k, long bytes) {
  Buffers b = {allocate(s, bytes, k->every_data), allocate(s, bytes, k->every_result), (int)bytes,
               (int)(bytes / s->extent), MPI_WIN_NULL};
  double *counts = calloc((size_t)s->turns, sizeof(double));
  double *sums = calloc((size_t)s->turns, sizeof(double));
  long first;
  loop_in_turns(s, k, &b, counts, &first);
  MPI_Reduce(counts, sums, s->turns, MPI_DOUBLE, MPI_SUM, ROOT, MPI_COMM_WORLD);
  for (int i = 0; s->rank == ROOT && i < s->turns; i++) {
    printf("{\"turn\":%ld,\"iterations\":%.4f}\n", first + i, sums[i] / s->ranks);
  }
  free(counts);
  free(sums);
  release(s, b.data);
  release(s, b.result);
}

static void run(const Settings *s, char *names, const long *sizes, int count) {
  for (char *name = strtok(names, ","); name; name = strtok(NULL, ",")) {
    const Kind *k = KINDS;
    while (k->name && strcmp(name, k->name)) k++;
    if (!k->name) fail("no benchmark:", name);
    if (!k->collective && s->turns) fail("no turns for", name);
    if (s->write && (k->access || s->turns)) fail("nothing is written in turns or for", name);
    if (!k->collective && s->ranks < 2) fail("one rank is too few for", name);
    for (int i = 0; i < (k->sizes ? count : 1); i++) {
      long bytes = k->sizes ? sizes[i] : 0;
      if (k->folds && bytes % s->extent) fail("no whole number of elements for", name);
      if (s->turns) measure_in_turns(s, k, bytes);
      else measure(s, k, bytes);
    }
  }
}

/* ---- Arguments ---- */

static int parse_sizes(char *list, long *sizes) {
  int count = 0;
  for (char *token = strtok(list, ","); token; token = strtok(NULL, ",")) {
    char *end;
    if (count == MAX_SIZES) fail("too many sizes at", token);
    sizes[count] = strtol(token, &end, 10);
    if (end == token || *end || sizes[count] < 0) fail("no size in bytes:", token);
    if (sizes[count++] > INT_MAX) fail("MPI counts in int; too large:", token);
  }
  return count;
}

static void parse_type(Settings *s, const char *name) {
  struct { const char *name; MPI_Datatype type; } known[] = {
      {"int8", MPI_INT8_T}, {"uint8", MPI_UINT8_T}, {"int16", MPI_INT16_T}, {"int32", MPI_INT32_T},
      {"int64", MPI_INT64_T}, {"float32", MPI_FLOAT}, {"float64", MPI_DOUBLE}};
  size_t t = 0, count = sizeof known / sizeof known[0];
  while (t < count && strcmp(known[t].name, name)) t++;
  if (t == count) fail("MPI has no datatype", name);
  s->type = known[t].type;
  MPI_Type_size(s->type, &s->extent);
}

static void parse_turns(Settings *s, const char *value) {
  long long origin, turn, skip;
  if (sscanf(value, "%lld,%lld,%lld,%d", &origin, &turn, &skip, &s->turns) != 4 || turn < 1 || s->turns < 1) {
    fail("no turns:", value);
  }
  s->origin_us = origin * 1e-3;
  s->turn_us = turn * 1e-3;
  s->skip_us = skip * 1e-3;
}

static void parse_write(Settings *s, const char *value) {
  s->write = !strcmp(value, "true");
  if (!s->write && strcmp(value, "false")) fail("--write is true or false, not", value);
}

static void parse_operator(Settings *s, const char *name) {
  struct { const char *name; MPI_Op operator; } known[] = {
      {"sum", MPI_SUM}, {"prod", MPI_PROD}, {"min", MPI_MIN}, {"max", MPI_MAX}, {"band", MPI_BAND},
      {"bor", MPI_BOR}, {"bxor", MPI_BXOR}, {"land", MPI_LAND}, {"lor", MPI_LOR}, {"lxor", MPI_LXOR}};
  size_t o = 0, count = sizeof known / sizeof known[0];
  while (o < count && strcmp(known[o].name, name)) o++;
  if (o == count) fail("MPI has no operator", name);
  s->operator = known[o].operator;
}

int main(int argc, char **argv) {
  long sizes[MAX_SIZES] = {8, 1 << 10, 64 << 10, 1 << 20, 4 << 20, 16 << 20};
  int count = 6;
  Settings s = {0, 0, 0, 300e3, 500e3, 0, 0, MPI_FLOAT, 4, MPI_SUM, 0, 0, 0, 0};
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &s.rank);
  MPI_Comm_size(MPI_COMM_WORLD, &s.ranks);
  if (argc < 2) fail("which benchmarks? such as", "pingpong,broadcast,reduce,barrier");
  for (int i = 2; i < argc; i++) {
    char *value = strchr(argv[i], '=');
    if (!value) fail("no value for", argv[i]);
    *value++ = 0;
    if (!strcmp(argv[i], "--sizes")) count = parse_sizes(value, sizes);
    else if (!strcmp(argv[i], "--iterations")) s.iterations = atol(value);
    else if (!strcmp(argv[i], "--warm-up")) s.warm_up_us = atof(value) * 1e3;
    else if (!strcmp(argv[i], "--time")) s.time_us = atof(value) * 1e3;
    else if (!strcmp(argv[i], "--turns")) parse_turns(&s, value);
    else if (!strcmp(argv[i], "--memory")) s.shared = !strcmp(value, "shared");
    else if (!strcmp(argv[i], "--write")) parse_write(&s, value);
    else if (!strcmp(argv[i], "--datatype")) parse_type(&s, value);
    else if (!strcmp(argv[i], "--operator")) parse_operator(&s, value);
    else fail("unknown option", argv[i]);
  }
  run(&s, argv[1], sizes, count);
  MPI_Finalize();
  return 0;
}
