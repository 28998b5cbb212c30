package io.starling.runtime.progress;

/** Marks an operation of one message: its description says all of its transfer. */
public interface MessageOperation {}
