// The kernels of folds.cu as a library for the CPU, for tests on machines without a GPU:
//
//   g++ -std=c++17 -O2 -ffp-contract=off -fPIC -shared -pthread -I ../../main/cuda
//       -o libfolds_on_host.so folds_on_host.cpp
//
// With -fsanitize=alignment, it tells what a device would refuse: an access at an address that is
// no multiple of its size.

#include "cuda_on_host.h"

#include "folds.cu"

typedef void Kernel(const void* left, const void* right, void* into, Count bytes);

static Kernel* kernelNamed(const char* name) {
#define RETURN_IF_NAMED(operation, type, ...)       \
  if (strcmp(name, #operation "_" #type) == 0) {    \
    return operation##_##type;                      \
  }
  FOR_ALL_FOLDS(RETURN_IF_NAMED)
#undef RETURN_IF_NAMED
  return nullptr;
}

static thread_local bool misaligned;

/** Called by what -fsanitize=alignment inserts; null pointers and the like do not occur. */
extern "C" void __ubsan_handle_type_mismatch_v1(void*, void*) { misaligned = true; }

/** 1 if there is such a kernel, else 0. */
extern "C" int has_kernel(const char* name) { return kernelNamed(name) != nullptr; }

/**
 * Runs all threads of a kernel, one after the other.
 *
 * @param gridX blocks
 * @param blockX threads of each block: 256, or the result is as wrong as on a device
 * @param parameters addresses of the arguments, as for cuLaunchKernel
 * @return 0; 1 if there is no such kernel; 2 if it was seen to access memory misaligned
 */
extern "C" int run_kernel(
    const char* name, unsigned gridX, unsigned blockX, void** parameters) {
  Kernel* kernel = kernelNamed(name);
  if (kernel == nullptr) {
    return 1;
  }
  misaligned = false;
  gridDim.x = gridX;
  for (blockIdx.x = 0; blockIdx.x < gridX; blockIdx.x++) {
    for (threadIdx.x = 0; threadIdx.x < blockX; threadIdx.x++) {
      kernel(
          *static_cast<const void**>(parameters[0]),
          *static_cast<const void**>(parameters[1]),
          *static_cast<void**>(parameters[2]),
          *static_cast<Count*>(parameters[3]));
    }
  }
  return misaligned ? 2 : 0;
}
