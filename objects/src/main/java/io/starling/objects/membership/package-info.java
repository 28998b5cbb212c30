/**
 * Which stores form the view: who joins, who leaves, who is dead. A few keepers of each view decide
 * the next one by Paxos; all others learn it. Machines without thread, clock and socket: needs the
 * messages, and acts through an {@link io.starling.objects.membership.MembershipOutbox} and a
 * {@link io.starling.objects.membership.MembershipListener}.
 */
package io.starling.objects.membership;
