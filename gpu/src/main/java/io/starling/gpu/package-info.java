/** CUDA devices. {@link io.starling.gpu.Gpus} is the way in, on machines without a driver too. */
package io.starling.gpu;
