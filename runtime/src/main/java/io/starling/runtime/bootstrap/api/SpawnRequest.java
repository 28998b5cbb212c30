package io.starling.runtime.bootstrap.api;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The ranks that a rank asks the launcher to start. All of them are one world.
 *
 * @param origin who asks
 * @param programs what they run, in the order of their ranks; at least one
 */
public record SpawnRequest(SpawnOrigin origin, List<Program> programs) {

  /**
   * Some ranks of a program.
   *
   * @param ranks how many, at least 1
   * @param isClass whether the first word is a main class, and not a command
   * @param words the main class or the command, then its arguments
   * @param environment variables over those of other ranks
   * @param hosts the hosts of the job to use, in this order; empty for all
   */
  public record Program(
      int ranks,
      boolean isClass,
      List<String> words,
      Map<String, String> environment,
      List<String> hosts) {

    /** Copies the lists. */
    public Program {
      words = List.copyOf(words);
      environment = Map.copyOf(environment);
      hosts = List.copyOf(hosts);
    }
  }

  /** Copies the list. */
  public SpawnRequest {
    programs = List.copyOf(programs);
  }

  /** How many ranks it asks for. */
  public int ranks() {
    return programs.stream().mapToInt(Program::ranks).sum();
  }

  /** A reader for {@link #decode}. */
  public byte[] encode() {
    var bytes = new ByteArrayOutputStream();
    try (var out = new DataOutputStream(bytes)) {
      byte[] who = origin.encode();
      out.writeInt(who.length);
      out.write(who);
      out.writeInt(programs.size());
      for (Program program : programs) {
        out.writeInt(program.ranks());
        out.writeBoolean(program.isClass());
        write(out, program.words());
        List<String> variables = new ArrayList<>();
        program.environment().forEach((name, value) -> variables.addAll(List.of(name, value)));
        write(out, variables);
        write(out, program.hosts());
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return bytes.toByteArray();
  }

  private static void write(DataOutputStream out, List<String> texts) throws IOException {
    out.writeInt(texts.size());
    for (String text : texts) {
      byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
      out.writeInt(bytes.length);
      out.write(bytes);
    }
  }

  /**
   * Reads what {@link #encode} has written.
   *
   * @throws IllegalArgumentException if it is something else, or asks for nothing that can be
   *     started
   */
  public static SpawnRequest decode(byte[] bytes) {
    try (var in = new DataInputStream(new ByteArrayInputStream(bytes))) {
      SpawnOrigin origin = SpawnOrigin.decode(in.readNBytes(in.readInt()));
      int count = in.readInt();
      List<Program> programs = new ArrayList<>();
      for (int i = 0; i < count; i++) {
        int ranks = in.readInt();
        boolean isClass = in.readBoolean();
        List<String> words = read(in);
        List<String> variables = read(in);
        Map<String, String> environment = new LinkedHashMap<>();
        for (int at = 0; at + 1 < variables.size(); at += 2) {
          environment.put(variables.get(at), variables.get(at + 1));
        }
        programs.add(new Program(ranks, isClass, words, environment, read(in)));
      }
      check(programs);
      return new SpawnRequest(origin, programs);
    } catch (IOException | RuntimeException e) {
      throw new IllegalArgumentException("a request for ranks that can't be read: " + e, e);
    }
  }

  /** The launcher counts on it, and any process of the job may have written the bytes. */
  private static void check(List<Program> programs) {
    if (programs.isEmpty()) {
      throw new IllegalArgumentException("it has no program, and needs at least 1");
    }
    for (Program program : programs) {
      if (program.ranks() < 1 || program.words().isEmpty()) {
        throw new IllegalArgumentException(
            "a program has %d ranks and %d words, and needs at least 1 of each"
                .formatted(program.ranks(), program.words().size()));
      }
    }
    long ranks = programs.stream().mapToLong(Program::ranks).sum();
    if (ranks > Integer.MAX_VALUE) {
      throw new IllegalArgumentException("%d ranks are more than any job has".formatted(ranks));
    }
  }

  private static List<String> read(DataInputStream in) throws IOException {
    int count = in.readInt();
    List<String> texts = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      texts.add(new String(in.readNBytes(in.readInt()), StandardCharsets.UTF_8));
    }
    return texts;
  }
}
