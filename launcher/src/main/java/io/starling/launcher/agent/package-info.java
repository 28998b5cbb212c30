/**
 * The process that does the launcher's work on another host, and how the two talk. {@link
 * io.starling.launcher.agent.AgentMain} is started there through ssh or srun, joins the tree of
 * stores and obeys {@link io.starling.launcher.agent.AgentMessage}s. {@link
 * io.starling.launcher.agent.HostReport} is the first that it says: what its host is.
 *
 * <pre>
 * agent ──> service, process, archive, hosts
 * </pre>
 */
package io.starling.launcher.agent;
