package io.starling.runtime.progress.request;

import io.starling.runtime.Status;
import io.starling.runtime.progress.Operation;

/** The call behind a request. Its methods are called inside the engine. */
public interface RequestedCall {

  /** Its operation. */
  Operation operation();

  /** Gives the operation its memory and tag, and begins it. */
  default void begin() {
    operation().begin();
  }

  /** What its receive received, after a success; null if it receives nothing. */
  default Status status() {
    return null;
  }

  /** The request has the outcome: another call may use the operation. */
  default void release() {}
}
