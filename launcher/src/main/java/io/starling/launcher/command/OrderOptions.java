package io.starling.launcher.command;

import io.starling.launcher.placing.OrderRequest;
import io.starling.launcher.placing.RankBy;
import java.util.Map;
import java.util.Optional;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** The options for the order of ranks on hosts, to be mixed into commands. */
final class OrderOptions {

  @Spec(Spec.Target.MIXEE)
  private CommandSpec command;

  @Option(
      names = "--rank-for",
      paramLabel = "ALGORITHM",
      description =
          "what --rank-by locality makes fast, as in allreduce=ring,bytes=100M (the default) or"
              + " reduce-scatter=ring,bytes=4M; the same as --for of starling reorder")
  private String rankFor;

  @Option(
      names = "--probe-again",
      description = "with --rank-by locality, measure even if the times of these hosts are known")
  private boolean anew;

  @Option(
      names = "--reorder",
      paramLabel = "every=TIME|never",
      description =
          "how often Communicator.reordered() looks for a better order of hosts while the job"
              + " runs, as in every=30s (the default); with s, ms or min")
  private String reorder;

  /**
   * The order at the start.
   *
   * @param rankBy by locality; empty for the given order
   */
  OrderRequest request(Optional<RankBy> rankBy) {
    try {
      String objective = rankFor == null ? OrderRequest.DEFAULT_OBJECTIVE : rankFor;
      OrderRequest request = OrderRequest.parse(rankBy, objective, anew);
      if (request.isGiven() && (rankFor != null || anew)) {
        throw new IllegalArgumentException(
            (anew ? "--probe-again" : "--rank-for") + " says nothing without --rank-by locality");
      }
      if (anew && request.matrix().isPresent()) {
        throw new IllegalArgumentException("--probe-again says nothing with locality=FILE");
      }
      return request;
    } catch (IllegalArgumentException e) {
      throw new ParameterException(command.commandLine(), e.getMessage(), e);
    }
  }

  /** The variables for the ranks; they are checked before any rank is started. */
  Map<String, String> variables() {
    return reorder == null ? Map.of() : Map.of("STARLING_REORDER", reorder);
  }
}
