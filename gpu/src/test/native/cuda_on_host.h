// What folds.cu needs of CUDA, for a C++ compiler: kernels become functions that are one thread.
#pragma once

#include <cstring>

#define __global__
#define __device__
#define __launch_bounds__(threads)

struct alignas(16) uint4 {
  unsigned x, y, z, w;
};

struct Dimension {
  unsigned x;
};

static thread_local Dimension threadIdx;
static thread_local Dimension blockIdx;
static thread_local Dimension gridDim;
