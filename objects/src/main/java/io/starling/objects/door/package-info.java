/**
 * The store's side of the door for local programs: what both say to each other, and a session for
 * each program. Programs in the same process speak without a socket. Needs the store, the reactor
 * and the codec of records; the client needs its messages.
 */
package io.starling.objects.door;
