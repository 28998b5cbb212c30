package io.starling.runtime.reduction;

import jdk.incubator.vector.VectorOperators;

/**
 * The data of a copy of a vector loop.
 *
 * @param operation the operation on two lanes
 * @param ofTruths whether every lane that is not 0 is set to 1 first, for the logical operators
 * @param vectors the vectors per iteration; the compiler unrolls the iteration. Float sums of 16
 *     KiB reach 118 GB/s with four and 84 with one; larger ones are bound by memory
 * @param rest folds the elements after the last whole iteration
 */
record VectorLoop(
    VectorOperators.Associative operation, boolean ofTruths, int vectors, NativeFold rest) {}
