package io.starling.objects.reduce;

import io.starling.objects.ObjectId;
import io.starling.objects.copy.Copy;
import io.starling.objects.directory.Outbox;
import io.starling.objects.operation.Fetches;
import io.starling.objects.operation.Puts;
import io.starling.objects.operation.Tools;
import java.util.Map;
import java.util.function.Function;
import java.util.function.IntPredicate;

/**
 * What the nodes of a store work with.
 *
 * @param accumulators of inner nodes, by their ids
 * @param local finds what is in this store: an accumulator or a copy
 * @param isMember whether a store is in the view
 */
record NodeTools(
    int self,
    Tools operations,
    Fetches fetches,
    Puts puts,
    Outbox outbox,
    Map<ObjectId, Copy> accumulators,
    Function<ObjectId, Copy> local,
    IntPredicate isMember) {}
