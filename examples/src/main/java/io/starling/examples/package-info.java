/**
 * Programs that show how Starling is used, from the smallest on: {@link
 * io.starling.examples.Hello}, {@link io.starling.examples.Pi}, {@link
 * io.starling.examples.AllPairsShortestPaths}.
 */
package io.starling.examples;
