package io.starling.objects;

import java.util.Set;
import java.util.concurrent.CompletableFuture;

/**
 * A reduce that was asked for.
 *
 * @param target the id of the result
 * @param members the sources that the result has, as soon as it is complete; fails with {@link
 *     ReduceFailedException} if there can be no result
 * @param left the other sources, at the same time
 */
public record Reduction(
    ObjectId target,
    CompletableFuture<Set<ObjectId>> members,
    CompletableFuture<Set<ObjectId>> left) {}
