/** Gradient boosted trees whose rows are divided among the ranks. */
package io.starling.examples.boosting;
