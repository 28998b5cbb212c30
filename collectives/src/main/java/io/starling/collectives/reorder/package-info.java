/**
 * Puts the ranks of a communicator in an order that suits the hosts: {@link
 * io.starling.collectives.reorder.RankDistances} is what the layout says of them, {@link
 * io.starling.collectives.reorder.RankSearch} searches. The arrows: reorder to topology.
 */
package io.starling.collectives.reorder;
