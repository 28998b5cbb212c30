// What kernels need of CUDA, for a C++ compiler: they become functions that are one thread.
#pragma once

#include <cstring>

#define __global__
#define __device__
#define __launch_bounds__(threads)

struct alignas(16) uint4 {
  unsigned x, y, z, w;
};

struct Dimension {
  unsigned x, y;
};

static thread_local Dimension threadIdx;
static thread_local Dimension blockIdx;
static thread_local Dimension gridDim;

/** Runs all threads of a grid of two dimensions, in blocks of one, one after the other. */
template <class Thread>
static void runGrid(unsigned gridX, unsigned gridY, unsigned blockX, Thread thread) {
  gridDim = {gridX, gridY};
  for (blockIdx.y = 0; blockIdx.y < gridY; blockIdx.y++) {
    for (blockIdx.x = 0; blockIdx.x < gridX; blockIdx.x++) {
      for (threadIdx.x = 0; threadIdx.x < blockX; threadIdx.x++) {
        thread();
      }
    }
  }
}

/** Whether memory was accessed at an address that is no multiple of the access's size. */
static thread_local bool misaligned;

/** Called by what -fsanitize=alignment inserts; null pointers and the like do not occur. */
extern "C" void __ubsan_handle_type_mismatch_v1(void*, void*) { misaligned = true; }
