/**
 * CUDA devices. {@link io.starling.gpu.Gpus} tells which there are, on machines without a driver
 * too; {@link io.starling.gpu.Gpu} opens the one that a rank was given.
 */
package io.starling.gpu;
