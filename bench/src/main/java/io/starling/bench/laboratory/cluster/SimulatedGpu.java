package io.starling.bench.laboratory.cluster;

import io.starling.runtime.transport.simulated.DeviceFigures;
import io.starling.runtime.transport.simulated.LinkFigures;

/**
 * The GPU of each rank.
 *
 * @param in the link of copies from the host
 * @param out the link of copies to the host
 * @param memory the link of what it copies and folds itself
 * @param reach of each core of a node, in which group its GPU is: those of a group copy from each
 *     other's memory
 * @param figures what all of that costs the rank's processor
 */
record SimulatedGpu(
    LinkFigures in, LinkFigures out, LinkFigures memory, int[] reach, DeviceFigures figures) {}
