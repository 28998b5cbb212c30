/** Stochastic gradient descent with an asynchronous parameter server. */
package io.starling.examples.training;
