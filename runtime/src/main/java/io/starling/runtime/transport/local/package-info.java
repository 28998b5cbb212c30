/**
 * Ranks as threads of one JVM: for tests, and for debugging an SPMD program in an IDE. Messages of
 * up to {@link io.starling.runtime.transport.local.LocalFabric#EAGER_BYTES} bytes are copied by the
 * sender by default, longer ones by the receiver once it has matched them. A {@link
 * io.starling.runtime.transport.local.Delivery} decides in which order messages come.
 *
 * <pre>
 * collectives, transport.simulated ──> transport.local ──> progress, bootstrap.api
 * </pre>
 */
package io.starling.runtime.transport.local;
