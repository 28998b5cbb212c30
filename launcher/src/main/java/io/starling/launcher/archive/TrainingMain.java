package io.starling.launcher.archive;

import io.starling.runtime.bootstrap.api.TrainingRun;
import java.util.ServiceLoader;

/**
 * The program of the job that records what ranks load: it does what modules offer as training runs.
 */
public final class TrainingMain {

  private TrainingMain() {}

  public static void main(String[] arguments) {
    for (TrainingRun trainingRun : ServiceLoader.load(TrainingRun.class)) {
      try {
        trainingRun.train();
      } catch (Exception | LinkageError e) {
        System.err.println("training run " + trainingRun.getClass().getName() + ": " + e);
      }
    }
  }
}
