/**
 * {@code starling reorder}: the order of hosts in which a collective costs least.
 *
 * <pre>{@code
 * MatrixFile ---> LatencyMatrix --.
 * Objective ---> CommunicationPattern ---> RankOrderSearch ---> RankOrder ---> OrderFormat
 * }</pre>
 */
package io.starling.bench.order;
