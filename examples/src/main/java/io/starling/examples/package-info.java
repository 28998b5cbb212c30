/**
 * Programs that show how Starling is used, from the smallest on: {@link
 * io.starling.examples.Hello}, {@link io.starling.examples.Pi}, {@link
 * io.starling.examples.AllPairsShortestPaths}; over objects {@link
 * io.starling.examples.ParameterServer}, {@link io.starling.examples.ReinforcementLearner}, {@link
 * io.starling.examples.Ensemble}.
 */
package io.starling.examples;
