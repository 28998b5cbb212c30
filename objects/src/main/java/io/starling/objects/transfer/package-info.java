/**
 * Streams that bring copies from store to store. A {@link io.starling.objects.transfer.Network}
 * pulls bytes from the outgoing ones when it can send, and pushes what comes into the incoming
 * ones; both ends are machines without sockets. A network is TCP, or links in virtual time.
 *
 * <pre>
 * Streams ──> Outgoing, Incoming
 *
 * store, reduce, operation, network, host, simulated ──> transfer
 * transfer ──> copy, directory, protocol, io.starling.objects
 * </pre>
 */
package io.starling.objects.transfer;
