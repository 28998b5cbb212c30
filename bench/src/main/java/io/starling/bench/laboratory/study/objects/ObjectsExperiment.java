package io.starling.bench.laboratory.study.objects;

import io.starling.bench.laboratory.Figure;
import io.starling.bench.laboratory.Laboratory;

/**
 * Hoplite's evaluation: production stores on simulated links of 10 Gbit/s with 25 us of latency,
 * beside star-shaped gets without pipelining on the same stores and links.
 */
public final class ObjectsExperiment {

  private ObjectsExperiment() {}

  /**
   * Carries it out.
   *
   * @param name of the figure
   * @param quick fewer sizes and hosts
   */
  public static Figure run(String name, Laboratory laboratory, boolean quick) {
    Findings findings = new Findings();
    PointToPoint.run(laboratory, quick, findings);
    new Collectives(laboratory, quick, findings).run();
    Arrivals.run(laboratory, quick, findings);
    new Training(laboratory, quick, findings).run();
    Serving.run(laboratory, findings);
    Recovery.run(laboratory, quick, findings);
    Synchronous.run(laboratory, quick, findings);
    Growth.run(laboratory, quick, findings);
    return findings.figure(
        name,
        "Objects on links of 10 Gbit/s (Hoplite, figures 6 to 14); a star is gets of whole"
            + " objects from one origin, without pipelining");
  }
}
