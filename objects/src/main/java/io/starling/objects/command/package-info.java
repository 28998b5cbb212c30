/**
 * The store of a job, which the launcher starts on each of its hosts. The launcher finds it as a
 * {@link io.starling.runtime.bootstrap.api.HostService}. The store serves until its input ends, and
 * says on its output when it is ready.
 *
 * <pre>
 * command ──> client, host, io.starling.objects
 * command ──> io.starling.runtime, runtime.bootstrap.api
 * </pre>
 */
package io.starling.objects.command;
