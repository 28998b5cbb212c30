package io.starling.runtime.transport.ucx;

import static io.starling.runtime.progress.Completions.Failure.BROKEN;
import static io.starling.runtime.progress.Completions.Failure.TRUNCATED;
import static io.starling.runtime.progress.Completions.Failure.UNCERTAIN;
import static io.starling.runtime.progress.Completions.Failure.UNREACHABLE;

import io.starling.runtime.progress.Completions;
import io.starling.runtime.progress.Completions.Failure;

/**
 * The errors of UCX, {@code ucs_status_t}, and the failures they mean for a transfer. They are the
 * same in UCX 1.12 to 1.23; errors that a later UCX adds are {@link Failure#UNCERTAIN}.
 */
enum UcxStatus {
  NO_MESSAGE(-1, BROKEN),
  /** A queue or a pool is full; UCX waits for room and does not end a transfer for that reason. */
  NO_RESOURCE(-2, BROKEN),
  /** A peer has ended while its memory was read, or this process has reached a limit. */
  IO_ERROR(-3, UNCERTAIN),
  NO_MEMORY(-4, BROKEN),
  INVALID_PARAMETER(-5, BROKEN),
  /**
   * No transport reaches the peer: it has ended, its host is not found, or no transport is allowed.
   */
  NO_WAY(-6, UNCERTAIN),
  INVALID_ADDRESS(-7, UNCERTAIN),
  NOT_IMPLEMENTED(-8, BROKEN),
  MESSAGE_TRUNCATED(-9, TRUNCATED),
  NO_PROGRESS(-10, BROKEN),
  BUFFER_TOO_SMALL(-11, BROKEN),
  NO_ELEMENT(-12, BROKEN),
  SOME_CONNECTS_FAILED(-13, UNCERTAIN),
  NO_DEVICE(-14, BROKEN),
  BUSY(-15, BROKEN),
  CANCELLED(-16, Completions.Failure.CANCELLED),
  /**
   * The peer's memory can't be mapped: the peer has ended, or this process lacks permission or
   * address space.
   */
  SHARED_MEMORY_SEGMENT(-17, UNCERTAIN),
  ALREADY_EXISTS(-18, BROKEN),
  OUT_OF_RANGE(-19, BROKEN),
  TIMED_OUT(-20, UNREACHABLE),
  EXCEEDS_LIMIT(-21, BROKEN),
  UNSUPPORTED(-22, BROKEN),
  REJECTED(-23, UNREACHABLE),
  NOT_CONNECTED(-24, UNREACHABLE),
  CONNECTION_RESET(-25, UNREACHABLE),
  LINK_FAILURE(-40, UNREACHABLE),
  LAST_LINK_FAILURE(-59, UNREACHABLE),
  ENDPOINT_FAILURE(-60, UNREACHABLE),
  ENDPOINT_TIMEOUT(-80, UNREACHABLE),
  LAST_ENDPOINT_FAILURE(-89, UNREACHABLE);

  private static final UcxStatus[] BY_NUMBER = new UcxStatus[-LAST_ENDPOINT_FAILURE.code + 1];

  static {
    for (UcxStatus status : values()) {
      BY_NUMBER[-status.code] = status;
    }
    fill(LINK_FAILURE, LAST_LINK_FAILURE);
    fill(ENDPOINT_FAILURE, LAST_ENDPOINT_FAILURE);
  }

  private static void fill(UcxStatus first, UcxStatus last) {
    for (int number = -first.code; number < -last.code; number++) {
      if (BY_NUMBER[number] == null) {
        BY_NUMBER[number] = first;
      }
    }
  }

  private final int code;
  private final Failure failure;

  UcxStatus(int code, Failure failure) {
    this.code = code;
    this.failure = failure;
  }

  int code() {
    return code;
  }

  private static UcxStatus of(int status) {
    return status < 0 && status > -BY_NUMBER.length ? BY_NUMBER[-status] : null;
  }

  /** The failure of a transfer that has ended with a status. */
  static Failure failure(int status) {
    UcxStatus known = of(status);
    return known == null ? UNCERTAIN : known.failure;
  }

  /** Whether the network may be the cause, so that another attempt may reach the peer. */
  static boolean mayPass(int status) {
    UcxStatus known = of(status);
    return known == IO_ERROR || known == NO_WAY || failure(status) == UNREACHABLE;
  }
}
