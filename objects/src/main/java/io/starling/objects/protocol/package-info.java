/**
 * What stores say to each other: messages, and the view that names the stores and the owner of each
 * object. All are immutable; nothing here knows a socket. Needs the id of an object and nothing
 * else.
 *
 * <pre>
 * all rooms but command, reactor and wire; bench ──> protocol ──> io.starling.objects
 * </pre>
 */
package io.starling.objects.protocol;
