package io.starling.mpi;

import io.starling.runtime.StarlingException;
import java.io.IOException;
import java.net.URL;
import java.util.Collections;
import java.util.List;

/** Both dialects are a package called {@code mpi}: a class path has one of them. */
final class Dialects {

  private static final String CLASS = "mpi/MPI.class";

  private Dialects() {}

  /** Throws if programs could meet classes of another dialect, or of another library. */
  static void requireOne() {
    List<URL> places;
    try {
      places = Collections.list(Dialects.class.getClassLoader().getResources(CLASS));
    } catch (IOException e) {
      throw new StarlingException("the class path can't be searched for " + CLASS, e);
    }
    if (places.size() > 1) {
      throw new StarlingException(
          "the class path has %d libraries with a class mpi.MPI: %s. Keep the one that the program was compiled against; 'starling run --mpi ompi' and '--mpi mpj' add Starling's own"
              .formatted(places.size(), places));
    }
  }
}
