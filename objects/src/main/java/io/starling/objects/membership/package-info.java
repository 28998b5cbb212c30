/**
 * Which stores form the view: who joins, who leaves, who is dead. A few keepers of each view decide
 * the next one by Paxos; all others learn it. Machines without thread, clock and socket: they act
 * through an {@link io.starling.objects.membership.MembershipOutbox} and a {@link
 * io.starling.objects.membership.MembershipListener}.
 *
 * <pre>
 * Membership ──> Election ──> Proposer, Acceptor
 *      └───────> Suspicions, Joins, Voice
 *
 * host ──> membership ──> protocol
 * </pre>
 */
package io.starling.objects.membership;
