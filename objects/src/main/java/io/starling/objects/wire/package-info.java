/**
 * Records as bytes: a sealed hierarchy of records is a protocol, and needs no code for any of them.
 * A hash of the hierarchy tells whether two processes speak the same. Knows no message and no
 * socket.
 *
 * <pre>
 * RecordCodec ──> RecordShape, ValueCodecs ──> ValueCodec
 *
 * client, door, network ──> wire ──> io.starling.runtime
 * </pre>
 */
package io.starling.objects.wire;
