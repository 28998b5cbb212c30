package io.starling.runtime.bootstrap.api;

import java.util.Map;

/**
 * Checks the environment variables of the ranks in the launcher, before any rank is started, so
 * that an error is reported once and not by every rank. Providers are found by {@link
 * ServiceLoader} on the class path.
 */
public interface EnvironmentCheck {

  /**
   * Checks the variables that this provider knows.
   *
   * @return what ranks are to find in the bootstrap store, by key: the content of files that
   *     variables name, so that the launcher alone reads them
   * @throws IllegalArgumentException if one has a value that ranks would refuse; the message names
   *     the variable, or the option that sets it, and the value
   */
  Map<String, byte[]> check(Map<String, String> environment);
}
