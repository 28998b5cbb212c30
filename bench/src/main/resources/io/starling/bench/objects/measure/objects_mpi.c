// Messages and collectives of floats by MPI: rank 0 prints iterations, median, minimum and p99 in
// microseconds, where the time of an iteration is that of the slowest rank.
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int rank, ranks;

static double run(const char *kind, float *data, float *result, int length) {
  MPI_Barrier(MPI_COMM_WORLD);
  double begin = MPI_Wtime();
  if (!strcmp(kind, "roundtrip")) {
    if (rank == 0) {
      MPI_Send(data, length, MPI_FLOAT, 1, 0, MPI_COMM_WORLD);
      MPI_Recv(result, length, MPI_FLOAT, 1, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    } else if (rank == 1) {
      MPI_Recv(result, length, MPI_FLOAT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
      MPI_Send(data, length, MPI_FLOAT, 0, 0, MPI_COMM_WORLD);
    }
    return rank == 0 ? 1e6 * (MPI_Wtime() - begin) : 0;
  }
  if (!strcmp(kind, "broadcast")) {
    MPI_Bcast(rank == 0 ? data : result, length, MPI_FLOAT, 0, MPI_COMM_WORLD);
  } else if (!strcmp(kind, "gather")) {
    MPI_Gather(data, length, MPI_FLOAT, result, length, MPI_FLOAT, 0, MPI_COMM_WORLD);
  } else if (!strcmp(kind, "reduce")) {
    MPI_Reduce(data, result, length, MPI_FLOAT, MPI_SUM, 0, MPI_COMM_WORLD);
  } else {
    MPI_Allreduce(data, result, length, MPI_FLOAT, MPI_SUM, MPI_COMM_WORLD);
  }
  return 1e6 * (MPI_Wtime() - begin);
}

static int ascending(const void *a, const void *b) {
  double x = *(const double *)a, y = *(const double *)b;
  return (x > y) - (x < y);
}

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &ranks);
  if (argc != 5) {
    fprintf(stderr, "usage: objects_mpi KIND BYTES MILLIS COUNT\n");
    MPI_Abort(MPI_COMM_WORLD, 1);
  }
  int length = (int)(atol(argv[2]) / (long)sizeof(float));
  size_t room = (size_t)length * (strcmp(argv[1], "gather") ? 1 : ranks);
  float *data = malloc(length * sizeof(float)), *result = malloc(room * sizeof(float));
  for (int i = 0; i < length; i++) data[i] = 1;
  memset(result, 0, room * sizeof(float));

  double fastest = 1e12;
  for (int i = 0; i < 3; i++) {
    double time = run(argv[1], data, result, length);
    if (time > 0 && time < fastest) fastest = time;
  }
  double wanted = atol(argv[3]) * 1e3 / fastest;
  long n = atol(argv[4]) > 0 ? atol(argv[4]) : wanted < 20 ? 20 : wanted > 1e6 ? 1000000 : (long)wanted;
  MPI_Bcast(&n, 1, MPI_LONG, 0, MPI_COMM_WORLD);
  double *times = malloc(n * sizeof(double)), *slowest = malloc(n * sizeof(double));
  for (long i = 0; i < n; i++) times[i] = run(argv[1], data, result, length);
  MPI_Reduce(times, slowest, (int)n, MPI_DOUBLE, MPI_MAX, 0, MPI_COMM_WORLD);
  if (rank == 0) {
    qsort(slowest, n, sizeof(double), ascending);
    long late = (99 * n + 99) / 100 - 1;
    printf("%ld %.1f %.1f %.1f\n", n, (slowest[(n - 1) / 2] + slowest[n / 2]) / 2, slowest[0],
           slowest[late < n ? late : n - 1]);
  }
  MPI_Finalize();
  return 0;
}
