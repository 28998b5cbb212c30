/**
 * {@code starling reorder}: the order of hosts in which a collective costs least.
 *
 * <pre>{@code
 * MatrixFile ---> LatencyMatrix --.
 * Objective ---> CommunicationPattern ---> RankOrderSearch ---> RankOrder ---> OrderFormat
 * }</pre>
 *
 * <p>{@code starling probe}, which measures the matrix, is here too. The search itself is in module
 * topology, so that the launcher has it.
 *
 * <pre>
 * order ──> bench, report
 * </pre>
 */
package io.starling.bench.order;
