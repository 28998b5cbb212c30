/**
 * The cost of any registered algorithm in an order of hosts, from its own schedule or tree. {@link
 * io.starling.collectives.cost.AlgorithmPattern} collects the messages of all ranks; {@link
 * io.starling.topology.locality.MessagesPattern} adds up their times. The arrows: cost to
 * algorithm, exchange, operation and tree.
 */
package io.starling.collectives.cost;
