/**
 * Stochastic gradient descent with an asynchronous parameter server. It takes a step with the
 * gradients that come first, and those that come late count in a later step. Server and workers
 * meet only through objects.
 *
 * <pre>
 * GradientWorker ──> GradientServer
 *
 * ParameterServer ──> training ──> learning, examples.objects
 * training ──> io.starling.objects, io.starling.runtime
 * </pre>
 */
package io.starling.examples.training;
