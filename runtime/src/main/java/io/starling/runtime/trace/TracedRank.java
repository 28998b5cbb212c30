package io.starling.runtime.trace;

/** A rank's log, and how the rank is called. */
record TracedRank(int rank, String name, TraceLog log) {}
