package io.starling.bench.laboratory.study.objects;

/**
 * What is trained.
 *
 * @param batch how many answers make a new policy
 * @param policy the bytes of it
 * @param answer the bytes of a gradient or a rollout
 * @param reduced whether answers can be summed up
 * @param computing the seconds that a worker needs for an answer
 * @param learning the seconds that the trainer needs for an answer
 */
record Workload(
    int hosts,
    int batch,
    long policy,
    long answer,
    boolean reduced,
    double computing,
    double learning) {

  /** Gradients of a model, which cost the trainer nothing, from half of the hosts at a time. */
  static Workload gradients(int hosts, long bytes, double computing) {
    return new Workload(hosts, hosts / 2, bytes, bytes, true, computing, 0);
  }

  /** The same from all workers. */
  static Workload synchronous(int hosts, long bytes, double computing) {
    return new Workload(hosts, hosts - 1, bytes, bytes, true, computing, 0);
  }
}
