// The step of Floyd and Warshall on a CUDA device: node k shortens the distances of a block of rows.
//
//              k      j
//   pivot |  . 0 . .  p  . |
//   rows  |  . t . .  d  . |      d = min(d, t + p)
//
// The pivot is row k. It may be one of the rows: its distance to node k is 0, so it stays as it is.
// A distance to a node that no path leads to is UNREACHABLE, as in FloydWarshall.java.
//
// Blocks have 256 threads, the grid has any size: its x goes over the columns, its y over the rows.
// The PTX is built by gpu/src/main/cuda/build. The same source compiles for the CPU, for tests.

typedef unsigned long long Count;

/** The threads of a block. */
const Count THREADS = 256;

/**
 * The rows that a thread has in flight. It loads its part of the pivot once for all its rows, and
 * that many loads hide the latency of memory.
 */
const Count ROWS = 4;

/** Twice it is still an int. */
const int UNREACHABLE = 0x7FFFFFFF / 2;

/** Neighbours in a row: 4 of them are one load, and one store, of 16 bytes. */
template <int LENGTH>
struct alignas(LENGTH * sizeof(int)) Distances {
  int to[LENGTH];
};

/** Shortens distances by a way of so many to the pivot's node; tells whether one is shorter now. */
template <int LENGTH>
__device__ bool shorten(Distances<LENGTH>& row, int toPivot, const Distances<LENGTH>& pivot) {
  bool shorter = false;
#pragma unroll
  for (int j = 0; j < LENGTH; j++) {
    const int way = toPivot + pivot.to[j];
    shorter |= way < row.to[j];
    row.to[j] = way < row.to[j] ? way : row.to[j];
  }
  return shorter;
}

/** Shortens some columns of the next ROWS rows, or of those that there are. */
template <int LENGTH>
__device__ void relaxRows(
    int* row, Count column, Count rows, const Distances<LENGTH>& pivot, Count nodes, Count k) {
  int toPivot[ROWS];
  Distances<LENGTH> distances[ROWS];
#pragma unroll
  for (Count i = 0; i < ROWS; i++) {
    toPivot[i] = i < rows ? row[i * nodes + k] : UNREACHABLE;
  }
#pragma unroll
  for (Count i = 0; i < ROWS; i++) {
    if (toPivot[i] != UNREACHABLE) {
      distances[i] = *reinterpret_cast<const Distances<LENGTH>*>(row + i * nodes + column);
    }
  }
#pragma unroll
  for (Count i = 0; i < ROWS; i++) {
    if (toPivot[i] != UNREACHABLE && shorten(distances[i], toPivot[i], pivot)) {
      *reinterpret_cast<Distances<LENGTH>*>(row + i * nodes + column) = distances[i];
    }
  }
}

template <int LENGTH>
__device__ void relaxBlock(int* block, const int* pivot, Count rows, Count nodes, Count k) {
  const Count columns = gridDim.x * THREADS * LENGTH;
  for (Count j = (blockIdx.x * THREADS + threadIdx.x) * LENGTH; j < nodes; j += columns) {
    const Distances<LENGTH> onward = *reinterpret_cast<const Distances<LENGTH>*>(pivot + j);
    for (Count i = blockIdx.y * ROWS; i < rows; i += gridDim.y * ROWS) {
      relaxRows<LENGTH>(block + i * nodes, j, rows - i, onward, nodes, k);
    }
  }
}

/**
 * Shortens a block of rows.
 *
 * @param block the rows, one after the other
 * @param pivot row k
 * @param rows how many the block has
 * @param nodes the length of each row
 */
extern "C" __global__ void __launch_bounds__(THREADS) relax(
    int* block, const int* pivot, Count rows, Count nodes, Count k) {
  const Count alignment = sizeof(Distances<4>);
  if ((nodes * sizeof(int) | (Count)block | (Count)pivot) % alignment == 0) {
    relaxBlock<4>(block, pivot, rows, nodes, k);
  } else {
    relaxBlock<1>(block, pivot, rows, nodes, k);
  }
}
