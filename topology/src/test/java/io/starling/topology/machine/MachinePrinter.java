package io.starling.topology.machine;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Reads machines in a process of its own: hwloc chooses its reader of XML once in a process. */
public final class MachinePrinter {

  private MachinePrinter() {}

  /** Writes a line for each file, or one for this machine. */
  public static void main(String[] files) {
    List<String> lines = new ArrayList<>();
    for (String file : files) {
      lines.add(inOneLine(file));
    }
    if (files.length == 0) {
      lines.add(inOneLine(Machine.here()));
    }
    byte[] text = String.join("\n", lines).getBytes(StandardCharsets.UTF_8);
    System.out.write(text, 0, text.length);
    System.out.flush();
  }

  static String inOneLine(String file) {
    return inOneLine(Machine.xml(Path.of(file)));
  }

  private static String inOneLine(Machine machine) {
    return machine.root() + " " + machine.devices();
  }

  /** What {@link #main} writes in an environment with these variables, such as {@code A=b}. */
  static List<String> inAProcess(List<String> files, String... variables) throws IOException {
    List<String> command =
        new ArrayList<>(
            List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "--enable-native-access=ALL-UNNAMED",
                "-XX:TieredStopAtLevel=1",
                "-cp",
                System.getProperty("java.class.path"),
                MachinePrinter.class.getName()));
    command.addAll(files);
    ProcessBuilder builder =
        new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT);
    for (String variable : variables) {
      String[] parts = variable.split("=", 2);
      builder.environment().put(parts[0], parts[1]);
    }
    Process process = builder.start();
    try (var output = process.getInputStream()) {
      return new String(output.readAllBytes(), StandardCharsets.UTF_8).lines().toList();
    } finally {
      process.destroyForcibly();
    }
  }
}
