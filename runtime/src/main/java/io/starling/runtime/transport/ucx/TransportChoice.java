package io.starling.runtime.transport.ucx;

import java.util.Map;

/**
 * Chooses the transports of UCX that a rank opens, unless the user has chosen.
 *
 * <p>Ranks of one host do not use TCP. UCX listens for TCP on every interface and trusts any
 * process that connects, which can then end the rank or write to its memory.
 */
final class TransportChoice {

  /** The name of UCX's parameter, for {@code ucp_config_modify}. */
  static final String PARAMETER = "TLS";

  private static final String ALL_BUT_TCP = "^tcp";
  private static final String TRANSPORTS = "UCX_TLS";
  private static final String DEVICES = "UCX_NET_DEVICES";

  private TransportChoice() {}

  /**
   * The value of {@link #PARAMETER}; null if UCX and the user's variables decide.
   *
   * @param oneHost whether all ranks of the job are on this host
   */
  static String of(boolean oneHost, Map<String, String> environment) {
    boolean usersOwn = environment.containsKey(TRANSPORTS) || environment.containsKey(DEVICES);
    return oneHost && !usersOwn ? ALL_BUT_TCP : null;
  }
}
