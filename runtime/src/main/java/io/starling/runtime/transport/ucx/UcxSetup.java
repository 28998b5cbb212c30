package io.starling.runtime.transport.ucx;

import java.util.Map;

/** The calls that are made once per process or peer. What they make, they own. */
public interface UcxSetup extends AutoCloseable {

  /** How to set up. */
  enum Kind {
    /** Through JUCX. */
    JUCX,
    /** Through {@code java.lang.foreign}. */
    FOREIGN,
    /** Through JUCX, and where its library does not load, through {@code java.lang.foreign}. */
    AUTO;

    /**
     * {@code STARLING_UCX_SETUP}: {@code jucx}, {@code foreign}, or {@code auto} where it is not
     * set.
     */
    public static Kind from(Map<String, String> environment) {
      String name = environment.getOrDefault("STARLING_UCX_SETUP", "auto");
      return switch (name) {
        case "jucx" -> JUCX;
        case "foreign" -> FOREIGN;
        case "auto" -> AUTO;
        default ->
            throw new IllegalArgumentException(
                "unknown UCX set-up '" + name + "'; known are jucx, foreign and auto");
      };
    }
  }

  /** The native {@code ucp_context_h}. */
  long context();

  /** The native {@code ucp_worker_h}. */
  long worker();

  /** What a peer needs to reach this worker. */
  byte[] address();

  /**
   * Closes the endpoints, the worker and the context; whatever was sent has been flushed before.
   */
  @Override
  void close();

  /**
   * Makes a context and a worker; the user's {@code UCX_} variables decide how.
   *
   * @param severalThreads whether several threads will use the worker, one at a time
   */
  static UcxSetup open(Kind kind, int ranks, boolean severalThreads) {
    return switch (kind) {
      case JUCX -> new JucxSetup(ranks, severalThreads);
      case FOREIGN -> new ForeignSetup(ranks, severalThreads);
      case AUTO -> open(JucxSetup.isLoadable() ? Kind.JUCX : Kind.FOREIGN, ranks, severalThreads);
    };
  }
}
