/**
 * What a communicator is besides its calls: how it is split, ordered anew, shrunken after a
 * failure, or laid out as a grid or graph. {@link
 * io.starling.collectives.communicator.RankCommunicator} is what users hold. It also opens windows
 * and files. The arrows: communicator to call, window, file, settings, selection, algorithm, cost,
 * reorder, neighbour, intergroup, pointtopoint, exchange and operation.
 */
package io.starling.collectives.communicator;
