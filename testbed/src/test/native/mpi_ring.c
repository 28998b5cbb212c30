/* Allreduce of floats by Open MPI: prints rank 0's mean time, after one that opens connections. */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

static int failed(const char *what) {
  fprintf(stderr, "mpi_ring: %s\n", what);
  return 1;
}

int main(int argc, char **argv) {
  if (argc != 3 || MPI_Init(&argc, &argv) != MPI_SUCCESS) {
    return failed("usage: mpi_ring BYTES TIMES");
  }
  int count = atoi(argv[1]) / (int) sizeof(float);
  int times = atoi(argv[2]);
  int rank, size;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  float *data = malloc(count * sizeof(float));
  float *sum = malloc(count * sizeof(float));
  if (!data || !sum) {
    return failed("no memory");
  }
  for (int i = 0; i < count; i++) {
    data[i] = 1;
  }
  double start = 0;
  for (int i = -1; i < times; i++) {
    if (i == 0) {
      MPI_Barrier(MPI_COMM_WORLD);
      start = MPI_Wtime();
    }
    if (MPI_Allreduce(data, sum, count, MPI_FLOAT, MPI_SUM, MPI_COMM_WORLD) != MPI_SUCCESS) {
      return failed("MPI_Allreduce failed");
    }
  }
  double seconds = (MPI_Wtime() - start) / times;
  if (sum[0] != size || sum[count - 1] != size) {
    return failed("the sum is wrong");
  }
  if (rank == 0) {
    printf("%.0f us\n", seconds * 1e6);
  }
  return MPI_Finalize();
}
