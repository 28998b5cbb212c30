package io.starling.launcher.archive;

import io.starling.runtime.bootstrap.Rehearsal;
import java.util.ServiceLoader;

/** The program of the job that records what ranks load: it does what modules offer to rehearse. */
public final class RehearsalMain {

  private RehearsalMain() {}

  public static void main(String[] arguments) {
    for (Rehearsal rehearsal : ServiceLoader.load(Rehearsal.class)) {
      try {
        rehearsal.rehearse();
      } catch (Exception | LinkageError e) {
        System.err.println("rehearsal " + rehearsal.getClass().getName() + ": " + e);
      }
    }
  }
}
