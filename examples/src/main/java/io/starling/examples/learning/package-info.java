/**
 * Handwritten digits, and a small neural network that learns them. All parameters of the network
 * are one array, so that programs can send them. It knows nothing of Starling.
 *
 * <pre>
 * Network ──> Digits
 *
 * ParameterServer, training, serving ──> learning
 * </pre>
 */
package io.starling.examples.learning;
