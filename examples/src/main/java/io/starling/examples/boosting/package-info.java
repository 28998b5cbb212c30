/**
 * Gradient boosted trees whose rows are divided among the ranks. Each rank sums its own rows, and
 * searches its share of the features for the best divisions. Every division of the rows gives the
 * same model.
 *
 * <pre>
 * BoostedTrees ──> Histogram ──> Rows
 *      └─────────> FeatureShares, Split
 *
 * Boosting ──> boosting ──> io.starling.collectives, io.starling.runtime
 * </pre>
 */
package io.starling.examples.boosting;
