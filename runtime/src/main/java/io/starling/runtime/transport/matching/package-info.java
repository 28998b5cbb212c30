/**
 * Which receive gets which message, in MPI's order (MPI 4.1, section 3.5), for transports that
 * match by themselves.
 */
package io.starling.runtime.transport.matching;
