/**
 * Records as bytes: a sealed hierarchy of records is a protocol, and needs no code for any of them.
 * Knows no message and no socket.
 */
package io.starling.objects.wire;
