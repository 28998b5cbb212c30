/**
 * Matches messages with receives in MPI's order (MPI 4.1, section 3.5), for transports without
 * their own matching.
 */
package io.starling.runtime.transport.matching;
