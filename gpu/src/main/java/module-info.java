/**
 * Data and reductions on CUDA devices. JCuda is internal; without a driver, every use names what is
 * missing.
 */
module io.starling.gpu {
  requires transitive io.starling.runtime;

  exports io.starling.gpu;
}
