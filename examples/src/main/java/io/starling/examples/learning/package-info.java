/** Handwritten digits, a small neural network that learns them, and a chart of how it learns. */
package io.starling.examples.learning;
