package io.starling.runtime.progress;

/** What was received: from whom, with which tag, how many bytes. */
public record Status(int source, int tag, long bytes) {}
