/**
 * The operations behind messages between two ranks: send, receive, both at once, and the receive of
 * a probed message. {@link io.starling.collectives.pointtopoint.Envelope} is what sender and
 * receiver are matched by. The arrows: pointtopoint to parcel and operation.
 */
package io.starling.collectives.pointtopoint;
