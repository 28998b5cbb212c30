/**
 * The network between stores: TCP, one connection for each pair, on the thread of the store.
 * Messages arrive once and in order as long as both stores live, whatever becomes of connections.
 * Needs the messages, the streams and the HMAC of the runtime.
 */
package io.starling.objects.network;
