package io.starling.examples;

import io.starling.examples.program.BadInputException;
import io.starling.examples.program.Kill;
import io.starling.examples.program.ObjectLaunch;
import io.starling.examples.program.ObjectProgram;
import io.starling.examples.serving.FrontEnd;
import io.starling.examples.serving.Member;
import io.starling.examples.serving.Window;
import io.starling.objects.ObjectStore;
import java.time.Duration;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Rank 0 asks, the next ranks are members of an ensemble, the last ones are spares. */
@Command(
    name = "Ensemble",
    description = {
      "Serves an ensemble of models that recognise digits; the majority of the answers counts.",
      "A member that dies holds up three queries; later a spare takes its place."
    },
    sortOptions = false,
    footer = {
      "",
      "Examples:",
      "  starling run -n 5 --objects 1G io.starling.examples.Ensemble",
      "  starling run -n 5 --objects 1G --on-failure return io.starling.examples.Ensemble"
          + " --fail-at 220",
      "",
      "Exit code: 0, or 2 if the options cannot be used."
    })
public final class Ensemble implements ObjectProgram {

  private static final double HUNDREDTH = 0.01;

  @Option(
      names = "--queries",
      paramLabel = "N",
      defaultValue = "1000",
      description = "how many queries are asked (${DEFAULT-VALUE})")
  private int queries;

  @Option(
      names = "--images",
      paramLabel = "N",
      defaultValue = "64",
      description = "images of a query (${DEFAULT-VALUE})")
  private int images;

  @Option(
      names = "--window",
      paramLabel = "N",
      defaultValue = "100",
      description = "how many queries a line of the table is about (${DEFAULT-VALUE})")
  private int window;

  @Option(
      names = "--patience",
      paramLabel = "MS",
      defaultValue = "100",
      description = "how long an answer may take (${DEFAULT-VALUE})")
  private int patience;

  @Option(
      names = "--spares",
      paramLabel = "N",
      defaultValue = "1",
      description = "how many ranks are spares (${DEFAULT-VALUE})")
  private int spares;

  @Option(
      names = "--fail-at",
      paramLabel = "N",
      defaultValue = "0",
      description = "the query at which the last member kills itself; 0 for none")
  private int failure;

  @Option(
      names = "--pause",
      paramLabel = "N",
      defaultValue = "300",
      description = "for how many queries its place stays empty (${DEFAULT-VALUE})")
  private int pause;

  private Ensemble() {}

  /** See {@code --help}. */
  public static void main(String[] arguments) {
    System.exit(ObjectLaunch.run(new Ensemble(), arguments));
  }

  @Override
  public int run(ObjectStore store, int rank, int ranks) throws BadInputException {
    int members = ranks - 1 - spares;
    if (members < 1 || spares < 0) {
      throw new BadInputException(
          "%d ranks are a front end, %d spares and %d members; one member is needed"
              .formatted(ranks, spares, members));
    }
    if (queries < 1 || images < 1 || window < 1 || window > queries || pause < 1) {
      throw new BadInputException(
          "--queries, --images, --window and --pause are 1 at least, --window at most --queries");
    }
    if (rank == 0) {
      serve(store, members);
    } else if (rank <= members) {
      boolean dies = rank == members && failure > 0;
      Member.trained(store, rank).run(query -> !dies || query < failure || Kill.self());
    } else {
      Member.spare(store, rank - members).ifPresent(member -> member.run(query -> true));
    }
    return 0;
  }

  private void serve(ObjectStore store, int members) {
    System.out.println("queries      min   median      p99   answers  accuracy");
    new FrontEnd(
            store,
            new FrontEnd.Settings(
                members, spares, queries, images, window, Duration.ofMillis(patience), pause),
            System.out::println)
        .run(this::print);
  }

  private void print(Window queries) {
    System.out.printf(
        "to %4d %5.2f ms %5.2f ms %5.2f ms %9.2f %7.1f %%%n",
        queries.last(),
        queries.quantile(0),
        queries.quantile(0.5),
        queries.quantile(1 - HUNDREDTH),
        queries.answers(),
        queries.accuracy() / HUNDREDTH);
  }
}
