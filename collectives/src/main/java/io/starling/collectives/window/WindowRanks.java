package io.starling.collectives.window;

import io.starling.collectives.Communicator;
import io.starling.collectives.call.CollectiveCall;
import io.starling.collectives.call.Member;
import java.util.function.Supplier;

/**
 * The ranks of a window.
 *
 * @param member this rank's part in their communicator
 * @param communicator theirs; that of a window belongs to the window alone
 * @param barriers gives barriers of it
 * @param origin the communicator whose call makes the window
 */
public record WindowRanks(
    Member member,
    Communicator communicator,
    Supplier<CollectiveCall> barriers,
    Communicator origin) {}
