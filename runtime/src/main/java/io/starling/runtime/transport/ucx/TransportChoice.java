package io.starling.runtime.transport.ucx;

import java.util.HashMap;
import java.util.Map;

/**
 * Chooses the transports of UCX that a rank opens, and who carries out atomic accesses, unless the
 * user has chosen.
 *
 * <p>Ranks of one host do not use TCP. UCX listens for TCP on every interface and trusts any
 * process that connects, which can then end the rank or write to its memory.
 *
 * <p>Words of a window are also changed by the processors of its host, so UCX must use a processor
 * too: the atomics of a network adapter are not atomic to those.
 */
final class TransportChoice {

  private static final String TRANSPORTS_PARAMETER = "TLS";
  private static final String ATOMICS_PARAMETER = "ATOMIC_MODE";

  private static final String ALL_BUT_TCP = "^tcp";
  private static final String TRANSPORTS = "UCX_TLS";
  private static final String DEVICES = "UCX_NET_DEVICES";
  private static final String ATOMICS = "UCX_ATOMIC_MODE";

  private TransportChoice() {}

  /**
   * The parameters of UCX that are set, for {@code ucp_config_modify}; UCX and the user's variables
   * decide the others.
   *
   * @param oneHost whether all ranks of the job are on this host
   */
  static Map<String, String> of(boolean oneHost, Map<String, String> environment) {
    Map<String, String> parameters = new HashMap<>();
    boolean usersOwn = environment.containsKey(TRANSPORTS) || environment.containsKey(DEVICES);
    if (oneHost && !usersOwn) {
      parameters.put(TRANSPORTS_PARAMETER, ALL_BUT_TCP);
    }
    if (!environment.containsKey(ATOMICS)) {
      parameters.put(ATOMICS_PARAMETER, "cpu");
    }
    return parameters;
  }
}
