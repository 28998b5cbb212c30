// Collectives of floats by Gloo: rank 0 prints iterations, median, minimum and p99 in microseconds,
// where the time of an iteration is that of the slowest rank.
#include <gloo/allreduce.h>
#include <gloo/barrier.h>
#include <gloo/broadcast.h>
#include <gloo/math.h>
#include <gloo/reduce.h>
#include <gloo/rendezvous/context.h>
#include <gloo/rendezvous/file_store.h>
#include <gloo/transport/tcp/device.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <vector>

using Clock = std::chrono::steady_clock;

template <typename T>
static void combine(const std::shared_ptr<gloo::Context> &context, std::vector<T> &values,
                    void (*function)(void *, const void *, const void *, size_t)) {
  gloo::AllreduceOptions options(context);
  options.setAlgorithm(gloo::AllreduceOptions::Algorithm::RING);
  options.setReduceFunction(function);
  options.setOutput(values.data(), values.size());
  gloo::allreduce(options);
}

static double run(const std::shared_ptr<gloo::Context> &context, const std::string &kind,
                  std::vector<float> &data, std::vector<float> &result) {
  gloo::BarrierOptions everywhere(context);
  gloo::barrier(everywhere);
  auto sum = static_cast<void (*)(void *, const void *, const void *, size_t)>(&gloo::sum<float>);
  Clock::time_point begin = Clock::now();
  if (kind == "broadcast") {
    gloo::BroadcastOptions options(context);
    options.setRoot(0);
    if (context->rank == 0) options.setInput(data.data(), data.size());
    options.setOutput(result.data(), result.size());
    gloo::broadcast(options);
  } else if (kind == "reduce") {
    gloo::ReduceOptions options(context);
    options.setRoot(0);
    options.setReduceFunction(sum);
    options.setInput(data.data(), data.size());
    options.setOutput(result.data(), result.size());
    gloo::reduce(options);
  } else {
    gloo::AllreduceOptions options(context);
    options.setAlgorithm(gloo::AllreduceOptions::Algorithm::RING);
    options.setReduceFunction(sum);
    options.setInput(data.data(), data.size());
    options.setOutput(result.data(), result.size());
    gloo::allreduce(options);
  }
  return std::chrono::duration<double, std::micro>(Clock::now() - begin).count();
}

int main(int argc, char **argv) {
  if (argc != 9) {
    std::fprintf(stderr, "usage: objects_gloo RANK RANKS FOLDER ADDRESS KIND BYTES MILLIS COUNT\n");
    return 1;
  }
  gloo::transport::tcp::attr attributes;
  attributes.hostname = argv[4];
  gloo::rendezvous::FileStore store(argv[3]);
  auto context = std::make_shared<gloo::rendezvous::Context>(std::atoi(argv[1]), std::atoi(argv[2]));
  std::shared_ptr<gloo::transport::Device> device = gloo::transport::tcp::CreateDevice(attributes);
  context->connectFullMesh(store, device);

  std::string kind = argv[5];
  size_t length = std::atol(argv[6]) / sizeof(float);
  std::vector<float> data(length, 1), result(length, 0);
  double fastest = 1e12;
  for (int i = 0; i < 3; i++) fastest = std::min(fastest, run(context, kind, data, result));
  double wanted = std::atol(argv[7]) * 1e3 / fastest;
  std::vector<double> count = {std::atol(argv[8]) > 0 ? std::atol(argv[8])
                                                      : std::min(1e6, std::max(20.0, wanted))};
  auto most = static_cast<void (*)(void *, const void *, const void *, size_t)>(&gloo::max<double>);
  combine(context, count, most);

  std::vector<double> times(static_cast<size_t>(count[0]));
  for (double &time : times) time = run(context, kind, data, result);
  combine(context, times, most);
  float expected = kind == "broadcast" ? 1 : context->size;
  bool has = kind != "reduce" || context->rank == 0;
  if (has && (result.front() != expected || result.back() != expected)) {
    std::fprintf(stderr, "objects_gloo: the result is wrong\n");
    return 1;
  }
  if (context->rank == 0) {
    std::sort(times.begin(), times.end());
    size_t n = times.size(), late = std::min(n - 1, (99 * n + 99) / 100 - 1);
    std::printf("%zu %.1f %.1f %.1f\n", n, (times[(n - 1) / 2] + times[n / 2]) / 2, times[0],
                times[late]);
  }
  gloo::BarrierOptions everywhere(context);
  gloo::barrier(everywhere);
  return 0;
}
