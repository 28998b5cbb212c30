package io.starling.runtime.bootstrap;

import java.util.Map;

/**
 * Looks at the variables that ranks will be given, in the launcher, before any of them is started:
 * what is wrong is said once, not by every rank. Providers are found by {@link
 * java.util.ServiceLoader} on the class path.
 */
public interface EnvironmentCheck {

  /**
   * Checks the variables that it knows.
   *
   * @return what ranks are to find in the bootstrap store, by key: the content of files that
   *     variables name, so that the launcher alone reads them
   * @throws IllegalArgumentException if one has a value that ranks would refuse; the message names
   *     the variable, or the option that sets it, and the value
   */
  Map<String, byte[]> check(Map<String, String> environment);
}
