/**
 * {@code starling doctor}: whether a host can run ranks, and reach the others. It runs on each
 * host, asks the system through a {@link io.starling.launcher.doctor.HostProbe}, and says what is
 * wrong as {@link io.starling.launcher.doctor.Finding}s with a remedy. The limits of a host for its
 * ranks come from here too.
 *
 * <pre>
 * command, process ──> doctor ──> hosts
 * </pre>
 */
package io.starling.launcher.doctor;
