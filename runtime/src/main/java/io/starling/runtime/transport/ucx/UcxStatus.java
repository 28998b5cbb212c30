package io.starling.runtime.transport.ucx;

import io.starling.runtime.progress.Completions;

/** What UCX's statuses mean, {@code ucs_status_t}. */
final class UcxStatus {

  private static final int IO_ERROR = -3;
  static final int UNREACHABLE = -6;
  private static final int TIMED_OUT = -20;
  private static final int REJECTED = -23;
  private static final int NOT_CONNECTED = -24;
  private static final int CONNECTION_RESET = -25;

  /** From here down, a link or an endpoint has failed. */
  private static final int FIRST_LINK_FAILURE = -40;

  private UcxStatus() {}

  /** Why a transfer failed that has ended with a status. */
  static Completions.Failure failure(int status) {
    return switch (status) {
      case UcpLibrary.UCS_ERR_CANCELED -> Completions.Failure.CANCELED;
      case UcpLibrary.UCS_ERR_MESSAGE_TRUNCATED -> Completions.Failure.TRUNCATED;
      case IO_ERROR, UNREACHABLE, TIMED_OUT, REJECTED, NOT_CONNECTED, CONNECTION_RESET ->
          Completions.Failure.UNREACHABLE;
      default ->
          status <= FIRST_LINK_FAILURE
              ? Completions.Failure.UNREACHABLE
              : Completions.Failure.BROKEN;
    };
  }
}
