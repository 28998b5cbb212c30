/**
 * One job, from what is asked for to its exit status. {@link io.starling.launcher.job.Job} starts
 * the ranks on this host or on several and hands them to a {@link
 * io.starling.launcher.job.Supervisor}, which reacts to their ends, to signals and to time. Beside
 * the ranks go a job's services, its trace and the archive of its classes.
 *
 * <pre>
 * Job ──> LocalStart, HostsStart ──> RankCommand, JobServices
 *  │                                     └────> JvmArguments
 *  └────> Supervisor ──> RankEnds, JobEnding, JobTime
 *
 * job ──> remote ──> placing, agent, output ──> exit
 * job ──> contact, archive, process, service, source
 * </pre>
 */
package io.starling.launcher.job;
