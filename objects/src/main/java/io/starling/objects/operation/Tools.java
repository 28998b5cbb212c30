package io.starling.objects.operation;

import io.starling.objects.copy.CopyTable;
import io.starling.objects.copy.Space;
import io.starling.objects.transfer.Streams;

/** What operations of a store work with. */
public record Tools(
    Requests requests,
    Streams streams,
    Reservations reservations,
    CopyTable copies,
    Space space,
    Stamps stamps,
    Timers timers) {}
