/** Data and reductions on CUDA devices. JCuda stays inside; without a driver all of it says so. */
module io.starling.gpu {
  requires transitive io.starling.runtime;

  exports io.starling.gpu;
}
