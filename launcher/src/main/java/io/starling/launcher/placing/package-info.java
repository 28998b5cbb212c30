/**
 * Which host and which cores each rank gets. Requests hold what the user wants; {@link
 * io.starling.launcher.placing.HostsChoice} and {@link io.starling.launcher.placing.Slots} say
 * which hosts there are and how many ranks they take. {@link
 * io.starling.launcher.placing.JobPlacement} is the result, which ranks are told and people can
 * read.
 *
 * <pre>
 * HostRequest ──────> HostsChoice ──> Slots ──┐
 * PlacementRequest ───────────────────────────┴──> JobPlacement ──> CommonMachines, RankGpus
 *
 * placing ──> agent, hosts, exit
 * </pre>
 */
package io.starling.launcher.placing;
