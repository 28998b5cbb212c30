package io.starling.runtime.transport.ucx;

import java.util.Map;

/** Makes a context, once per process. */
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

  /** Ends the context; its worker has been closed before. */
  @Override
  void close();

  /**
   * Makes a context; the user's {@code UCX_} variables decide how.
   *
   * @param transports UCX's transports, or null for those of the user's variables
   */
  static UcxSetup open(Kind kind, int ranks, String transports) {
    return switch (kind) {
      case JUCX -> new JucxSetup(ranks, transports);
      case FOREIGN -> new ForeignSetup(ranks, transports);
      case AUTO -> open(JucxSetup.isLoadable() ? Kind.JUCX : Kind.FOREIGN, ranks, transports);
    };
  }
}
