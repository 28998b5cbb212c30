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

/** 1 if there is such a kernel, else 0. */
extern "C" int has_kernel(const char* name) { return kernelNamed(name) != nullptr; }

/**
 * What the parameters of a kernel are.
 *
 * @param parameters addresses of the arguments, as for cuLaunchKernel
 * @param bytes becomes, for each parameter, what the kernel accesses at that address, or 0 if it is
 *     a number; all have 64 bits
 * @return how many there are
 */
extern "C" int parameters_of(const char*, void** parameters, Count* bytes) {
  bytes[0] = bytes[1] = bytes[2] = *static_cast<Count*>(parameters[3]);
  bytes[3] = 0;
  return 4;
}

/**
 * Runs all threads of a kernel, one after the other.
 *
 * @param gridX blocks
 * @param gridY 1
 * @param blockX threads of each block: 256, or the result is as wrong as on a device
 * @param parameters addresses of the arguments, as for cuLaunchKernel
 * @return 0; 1 if there is no such kernel; 2 if it was seen to access memory misaligned
 */
extern "C" int run_kernel(
    const char* name, unsigned gridX, unsigned gridY, unsigned blockX, void** parameters) {
  Kernel* kernel = kernelNamed(name);
  if (kernel == nullptr) {
    return 1;
  }
  misaligned = false;
  runGrid(gridX, gridY, blockX, [=] {
    kernel(
        *static_cast<const void**>(parameters[0]),
        *static_cast<const void**>(parameters[1]),
        *static_cast<void**>(parameters[2]),
        *static_cast<Count*>(parameters[3]));
  });
  return misaligned ? 2 : 0;
}
