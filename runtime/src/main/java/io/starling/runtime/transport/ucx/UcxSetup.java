package io.starling.runtime.transport.ucx;

import java.util.Map;

/** Makes a UCX context, once per process. */
public interface UcxSetup extends AutoCloseable {

  /** The ways to set UCX up. */
  enum Kind {
    /** Through JUCX. */
    JUCX,
    /** Through {@code java.lang.foreign}. */
    FOREIGN,
    /** Through JUCX or, if its library does not load, through {@code java.lang.foreign}. */
    AUTO;

    /**
     * {@code STARLING_UCX_SETUP}: {@code jucx}, {@code foreign} or {@code auto}, which is the
     * default.
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

  /** Destroys the context, after its worker. */
  @Override
  void close();

  /**
   * Makes a context, with the user's {@code UCX_} variables.
   *
   * @param settings parameters of UCX that go before the user's variables
   */
  static UcxSetup open(Kind kind, int ranks, Map<String, String> settings) {
    return switch (kind) {
      case JUCX -> new JucxSetup(ranks, settings);
      case FOREIGN -> new ForeignSetup(ranks, settings);
      case AUTO -> open(isJucxLoadable() ? Kind.JUCX : Kind.FOREIGN, ranks, settings);
    };
  }

  /** Not where the jar is missing, as in an image of modules. */
  private static boolean isJucxLoadable() {
    try {
      return JucxSetup.isLoadable();
    } catch (LinkageError e) {
      return false;
    }
  }
}
