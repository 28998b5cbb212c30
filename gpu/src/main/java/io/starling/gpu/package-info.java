/**
 * Data and reductions on CUDA devices. {@link io.starling.gpu.Gpus} lists the devices of this
 * machine, also where there is no driver. {@link io.starling.gpu.Gpu} opens the device of a rank
 * and allocates a {@link io.starling.gpu.DeviceBuffer}, which collectives and messages take like
 * any other memory:
 *
 * <pre>{@code
 * try (Gpu gpu = Gpu.open();
 *     DeviceBuffer data = gpu.allocate(8 * count)) {
 *   world.allreduce(Buffer.IN_PLACE, data.as(Datatype.FLOAT64), ReductionOperator.SUM);
 * }
 * }</pre>
 *
 * <p>JCuda is internal to the module, and is loaded only if NVIDIA's driver is installed. The
 * engine meets a device through the runtime's {@code Device}.
 *
 * <pre>
 * Gpus ──> CudaProbe ──> CudaDriver ──> JCuda
 * Gpu ──> CudaDevice ──> Copies, FoldLaunch ──> PostedWork ──> CudaStreams, StreamHazards
 *  └────> DeviceBuffer ──> Allocation
 *
 * bench, examples ──> gpu ──> runtime
 * </pre>
 */
package io.starling.gpu;
