/**
 * Stores in virtual time: the production store on simulated links, with deaths and joins. A study
 * of a thousand hosts needs one thread and no network. A dead host is noticed after a while, and
 * each store enters the next view at a time of its own.
 *
 * <pre>
 * SimulatedCluster ──> SimulatedNetwork ──> VirtualTime, LinkFigures
 *
 * bench ──> simulated ──> store, operation, transfer, copy, protocol, io.starling.objects
 * </pre>
 */
package io.starling.objects.simulated;
