/**
 * Transfers and folds of device memory, such as a GPU's. Segments travel through slots of host
 * memory, directly by a transport that knows the device, or from device to device between ranks of
 * a host. {@link io.starling.runtime.progress.device.DeviceTransfers} is what the engine sees.
 *
 * <pre>
 * DeviceTransfers ──> HostFolds, PeerCopies, SendOrder ──> StagingSlots ──> HostCopies
 *
 * device ──> progress, memory, reduction
 * </pre>
 */
package io.starling.runtime.progress.device;
