// Allreduce of floats by Gloo: prints rank 0's mean time, after one that opens connections.
#include <gloo/allreduce.h>
#include <gloo/barrier.h>
#include <gloo/math.h>
#include <gloo/rendezvous/context.h>
#include <gloo/rendezvous/file_store.h>
#include <gloo/transport/tcp/device.h>

#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <vector>

int main(int argc, char **argv) {
  if (argc != 7) {
    std::fprintf(stderr, "usage: gloo_ring RANK RANKS FOLDER ADDRESS BYTES TIMES\n");
    return 1;
  }
  int rank = std::atoi(argv[1]);
  int ranks = std::atoi(argv[2]);
  size_t count = std::atol(argv[5]) / sizeof(float);
  int times = std::atoi(argv[6]);

  gloo::transport::tcp::attr attributes;
  attributes.hostname = argv[4];
  gloo::rendezvous::FileStore store(argv[3]);
  auto context = std::make_shared<gloo::rendezvous::Context>(rank, ranks);
  std::shared_ptr<gloo::transport::Device> device = gloo::transport::tcp::CreateDevice(attributes);
  context->connectFullMesh(store, device);

  std::vector<float> data(count), sum(count);
  gloo::AllreduceOptions options(context);
  options.setAlgorithm(gloo::AllreduceOptions::Algorithm::RING);
  options.setReduceFunction(static_cast<void (*)(void *, const void *, const void *, size_t)>(
      &gloo::sum<float>));
  options.setInput(data.data(), count);
  options.setOutput(sum.data(), count);
  gloo::BarrierOptions everywhere(context);
  std::chrono::steady_clock::time_point start;
  for (int i = -1; i < times; i++) {
    data.assign(count, 1);
    if (i == 0) {
      gloo::barrier(everywhere);
      start = std::chrono::steady_clock::now();
    }
    gloo::allreduce(options);
  }
  double microseconds =
      std::chrono::duration<double, std::micro>(std::chrono::steady_clock::now() - start).count() / times;
  if (sum.front() != ranks || sum.back() != ranks) {
    std::fprintf(stderr, "gloo_ring: the sum is wrong\n");
    return 1;
  }
  gloo::barrier(everywhere);
  if (rank == 0) {
    std::printf("%.0f us\n", microseconds);
  }
  return 0;
}
