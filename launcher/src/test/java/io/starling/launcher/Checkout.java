package io.starling.launcher;

import io.starling.runtime.bootstrap.api.RankEnvironment;
import io.starling.topology.machine.Machine;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.concurrent.CompletableFuture;

/** A copy of the command {@code starling} and its tools, where a test may change what it likes. */
final class Checkout {

  /**
   * What a command has done.
   *
   * @param errors what it wrote to standard error
   */
  record Result(int status, String output, String errors) {}

  private static final Path SOURCE = Path.of("").toAbsolutePath().getParent();

  private final Path folder;

  private Checkout(Path folder) {
    this.folder = folder;
  }

  /** Makes one in a folder. */
  static Checkout in(Path folder) throws IOException, InterruptedException {
    Checkout checkout = new Checkout(folder);
    checkout.sh("mkdir bin && cp -Rp '%s'/starling '%s'/tools .".formatted(SOURCE, SOURCE));
    return checkout;
  }

  /** Adds what a build leaves: the launcher, and the programs of these tests. */
  Checkout built() throws IOException, ClassNotFoundException {
    Path state = Files.createDirectories(folder.resolve("target/starling"));
    Files.createDirectory(folder.resolve("lib"));
    pack(RankEnvironment.class, "runtime");
    pack(Machine.class, "topology");
    pack(Main.class, "launcher");
    pack(Class.forName("com.sun.jna.Native", false, Main.class.getClassLoader()), "jna");
    pack(picocli.CommandLine.class, "picocli");
    pack(TestProgram.class, "programs");
    Files.writeString(
        state.resolve("launcher.classpath"),
        "lib/launcher.jar:lib/runtime.jar:lib/topology.jar:lib/jna.jar:lib/picocli.jar\n");
    Files.writeString(state.resolve("programs.classpath"), "lib/programs.jar\n");
    Files.writeString(state.resolve("ompi.classpath"), "lib/ompi.jar\n");
    Files.writeString(state.resolve("mpj.classpath"), "lib/mpj.jar\n");
    Files.createFile(state.resolve("stamp"));
    return this;
  }

  private void pack(Class<?> type, String name) throws IOException {
    Path place = PackedClasses.placeOf(type);
    Path jar = folder.resolve("lib").resolve(name + ".jar");
    if (PackedClasses.pack(place, jar).equals(place)) {
      Files.copy(place, jar);
    }
  }

  /** Adds archives for the starts of the launcher and of agents; the JVM ignores empty ones. */
  Checkout trained() throws IOException {
    Files.createFile(folder.resolve("target/starling/launcher.aot"));
    Files.createFile(folder.resolve("target/starling/agent.aot"));
    Files.copy(
        Path.of(System.getProperty("java.home"), "release"),
        folder.resolve("target/starling/jdk.release"));
    return this;
  }

  /** Adds a program that comes before those of the machine. */
  Checkout program(String name, String script) throws IOException {
    Path file = folder.resolve("bin").resolve(name);
    Files.writeString(file, "#!/bin/sh\n" + script + "\n");
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-xr-x"));
    return this;
  }

  /** Puts another text into one of the scripts. */
  Checkout change(String script, String text, String other) throws IOException {
    Path file = folder.resolve(script);
    Files.writeString(file, Files.readString(file).replace(text, other));
    return this;
  }

  /** A shell does this in the folder. */
  Result sh(String line) throws IOException, InterruptedException {
    ProcessBuilder builder = new ProcessBuilder("sh", "-c", line).directory(folder.toFile());
    builder.redirectInput(new File("/dev/null"));
    builder.environment().compute("PATH", (_, path) -> folder.resolve("bin") + ":" + path);
    builder.environment().put("JAVA_HOME", System.getProperty("java.home"));
    builder.environment().put("XDG_CACHE_HOME", folder.resolve("cache").toString());
    Process process = builder.start();
    var errors = CompletableFuture.supplyAsync(() -> read(process.getErrorStream()));
    String output = read(process.getInputStream());
    return new Result(process.waitFor(), output, errors.join());
  }

  private static String read(InputStream in) {
    try {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
