// The kernel of paths.cu as a library for the stand-in for CUDA's driver; build compiles it.

#include "cuda_on_host.h"

#include "paths.cu"

extern "C" int has_kernel(const char* name) { return strcmp(name, "relax") == 0; }

/** The values of the parameters: addresses, then numbers. */
struct Arguments {
  int* block;
  int* pivot;
  Count rows;
  Count nodes;
  Count k;

  explicit Arguments(void** parameters)
      : block(*static_cast<int**>(parameters[0])),
        pivot(*static_cast<int**>(parameters[1])),
        rows(*static_cast<Count*>(parameters[2])),
        nodes(*static_cast<Count*>(parameters[3])),
        k(*static_cast<Count*>(parameters[4])) {}
};

extern "C" int parameters_of(const char*, void** parameters, Count* bytes) {
  const Arguments arguments(parameters);
  bytes[0] = arguments.rows * arguments.nodes * sizeof(int);
  bytes[1] = arguments.nodes * sizeof(int);
  bytes[2] = bytes[3] = bytes[4] = 0;
  return 5;
}

extern "C" int run_kernel(
    const char* name, unsigned gridX, unsigned gridY, unsigned blockX, void** parameters) {
  if (!has_kernel(name)) {
    return 1;
  }
  misaligned = false;
  const Arguments arguments(parameters);
  runGrid(gridX, gridY, blockX, [=] {
    relax(arguments.block, arguments.pivot, arguments.rows, arguments.nodes, arguments.k);
  });
  return misaligned ? 2 : 0;
}
