/**
 * The processes of a host's ranks, started alike by the launcher on its own host and by agents on
 * others. A {@link io.starling.launcher.process.HostPlan} says what to start; {@link
 * io.starling.launcher.process.HostRanks} starts, watches and ends it. {@link
 * io.starling.launcher.process.JobFolder} holds the files that ranks of a host share.
 *
 * <pre>
 * process ──> doctor, output, rank
 * </pre>
 */
package io.starling.launcher.process;
