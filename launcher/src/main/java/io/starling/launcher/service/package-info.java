/**
 * A program that runs beside the ranks of each host, such as a store of objects. {@link
 * io.starling.launcher.service.ServicePlan} says what to start; {@link
 * io.starling.launcher.service.ServiceProcess} starts it, reads its answers and ends it. Its secret
 * is made of the job's.
 *
 * <pre>
 * service ──> process, output
 * </pre>
 */
package io.starling.launcher.service;
