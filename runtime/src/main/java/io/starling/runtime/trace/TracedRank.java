package io.starling.runtime.trace;

/** A rank's log, and the name of the rank. */
record TracedRank(int rank, String name, TraceLog log) {}
