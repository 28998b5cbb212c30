/**
 * Virtual topologies and their collectives: {@link io.starling.collectives.neighbour.Grid} says who
 * is whose neighbour, {@link io.starling.collectives.neighbour.Dimensions} chooses its dimensions.
 * Neighbours send each other their blocks at once, one message an edge. The arrows: neighbour to
 * exchange.
 */
package io.starling.collectives.neighbour;
