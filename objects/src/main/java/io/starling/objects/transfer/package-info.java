/**
 * Streams that bring copies from store to store. A network pulls bytes from the outgoing ones when
 * it can send, and pushes what comes into the incoming ones; both ends are machines without
 * sockets. Needs the messages and the copies.
 */
package io.starling.objects.transfer;
