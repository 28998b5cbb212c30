/**
 * How a launcher finds that of another job, to join it, and what the two say to each other. {@link
 * io.starling.launcher.contact.ContactFile} is what the first writes and the second reads, {@link
 * io.starling.launcher.contact.JoinMessage} goes over the connection of their stores. The launchers
 * themselves are in other rooms.
 *
 * <pre>
 * contact ──> hosts, exit
 * </pre>
 */
package io.starling.launcher.contact;
