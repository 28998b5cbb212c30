package io.starling.runtime.reduction;

import jdk.incubator.vector.VectorOperators;

/**
 * What a copy of a vector loop does.
 *
 * @param operation the operation on two lanes
 * @param ofTruths whether any lane but 0 is made a 1 before, as the logical operators want it
 * @param vectors how many vectors a turn of the loop takes; the compiler unrolls the turn. Float
 *     sums of 16 KiB reach 118 GB/s with four and 84 with one; larger ones are bound by memory.
 * @param rest folds what is left after the last whole turn
 */
record VectorLoop(
    VectorOperators.Associative operation, boolean ofTruths, int vectors, NativeFold rest) {}
