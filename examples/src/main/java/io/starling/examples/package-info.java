/**
 * Programs that show how Starling is used, from the smallest on: {@link
 * io.starling.examples.Hello}, {@link io.starling.examples.Pi}, {@link
 * io.starling.examples.Survive}, {@link io.starling.examples.AllPairsShortestPaths}, {@link
 * io.starling.examples.Boosting}; over objects {@link io.starling.examples.ParameterServer}, {@link
 * io.starling.examples.ReinforcementLearner}, {@link io.starling.examples.Ensemble}. A class here
 * has the options of a program and what it prints. What it computes is in a package of its own, if
 * that is long.
 *
 * <pre>
 * AllPairsShortestPaths ──> paths              ParameterServer ──> training, learning
 * Boosting ──> boosting                        ReinforcementLearner ──> balance
 * all but Hello ──> program                    Ensemble ──> serving
 *
 * examples ──> io.starling.collectives, io.starling.objects, io.starling.runtime
 * </pre>
 */
package io.starling.examples;
