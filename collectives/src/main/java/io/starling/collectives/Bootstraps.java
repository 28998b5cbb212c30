package io.starling.collectives;

import io.starling.runtime.bootstrap.Bootstrap;
import io.starling.runtime.bootstrap.RankEnvironment;
import io.starling.runtime.bootstrap.StoreClient;
import java.util.Map;
import java.util.Optional;

/** Finds out who has started this process, and joins the job by the way that this one offers. */
final class Bootstraps {

  private Bootstraps() {}

  /**
   * Joins the job that this process belongs to.
   *
   * @return empty where it was started alone
   * @throws io.starling.runtime.error.StarlingException if the job cannot be joined
   */
  static Optional<Bootstrap> find(Map<String, String> environment) {
    return RankEnvironment.from(environment).map(StoreClient::connect);
  }
}
