package io.starling.runtime.transport.ucx;

import java.util.HashMap;
import java.util.Map;

/**
 * The few settings of UCX that Starling chooses, unless the user has (a {@code UCX_} variable
 * always wins).
 *
 * <p>{@code RNDV_THRESH}: inside a host, UCX's eager path copies through shared memory with both
 * processes at work and moved 26 to 34 GB/s, its rendezvous (CMA) 5 to 13 GB/s. Segments are
 * therefore sent eagerly; only messages longer than any segment take the rendezvous, which needs no
 * memory at the receiver before the match.
 */
final class UcxSettings {

  private static final Map<String, String> CHOSEN = Map.of("RNDV_THRESH", "4m");

  private UcxSettings() {}

  /** What to pass to UCX: names without the prefix {@code UCX_}. */
  static Map<String, String> given(Map<String, String> environment) {
    Map<String, String> settings = new HashMap<>(CHOSEN);
    settings.keySet().removeIf(name -> environment.containsKey("UCX_" + name));
    return settings;
  }
}
