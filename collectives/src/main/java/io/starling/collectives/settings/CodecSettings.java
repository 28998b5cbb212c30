package io.starling.collectives.settings;

import io.starling.collectives.Codec;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.ServiceConfigurationError;
import java.util.ServiceLoader;

/** The codec of a job, from the environment. */
public final class CodecSettings {

  private CodecSettings() {}

  /**
   * Reads the variable.
   *
   * @throws IllegalArgumentException if this rank has no codec of that name; the message lists
   *     those that it has
   */
  public static Codec from(Map<String, String> environment) {
    Codec standard = Codec.java();
    String name = environment.getOrDefault(JobVariables.CODEC, standard.name());
    if (name.equals(standard.name())) {
      return standard;
    }
    List<String> known = new ArrayList<>(List.of(standard.name()));
    try {
      for (Codec codec : ServiceLoader.load(Codec.class)) {
        if (codec.name().equals(name)) {
          return codec;
        }
        known.add(codec.name());
      }
    } catch (ServiceConfigurationError e) {
      throw new IllegalArgumentException(
          "--codec %s (%s): %s".formatted(name, JobVariables.CODEC, e.getMessage()), e);
    }
    throw new IllegalArgumentException(
        "--codec %s (%s): unknown; the class path of this rank has %s"
            .formatted(name, JobVariables.CODEC, String.join(", ", known)));
  }
}
