/**
 * What operations of all collectives share: the {@link io.starling.collectives.operation.Context}
 * of a communicator, plans of trees, checks that ranks agree, and what is known of failed ranks.
 * {@link io.starling.collectives.operation.CollectiveOperation} is their base. The arrows:
 * operation to tree.
 */
package io.starling.collectives.operation;
