package io.starling.launcher.doctor;

import io.starling.launcher.hosts.HostAccess;
import io.starling.launcher.hosts.RemoteLine;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.Writer;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/** A host that is reached by ssh, on which {@link DoctorMain} runs. */
final class SshProbe implements HostProbe {

  private static final Duration ANSWER_PATIENCE = Duration.ofSeconds(10);
  private static final Duration END_PATIENCE = Duration.ofSeconds(2);
  private static final int CLOCK_READINGS = 5;

  private final String name;
  private final String javaHome;
  private final Process process;
  private final Writer questions;
  private final BlockingQueue<Optional<String>> lines = new LinkedBlockingQueue<>();
  private final List<Finding> findings = new ArrayList<>();
  private final List<String> words = new ArrayList<>();
  private Optional<InetSocketAddress> listening = Optional.empty();

  private SshProbe(String name, String javaHome, Process process) {
    this.name = name;
    this.javaHome = javaHome;
    this.process = process;
    questions = process.outputWriter(StandardCharsets.UTF_8);
    Thread.ofVirtual().start(this::read);
  }

  /**
   * Goes there and looks around.
   *
   * @param here the address of this host that it is to reach, if one is known
   * @param patience how long that may take
   */
  static HostProbe visit(
      HostAccess access, String host, String net, Optional<InetAddress> here, Duration patience)
      throws IOException, InterruptedException {
    List<String> command = new ArrayList<>(access.command());
    command.add(host);
    command.add(
        commandLine(access.javaHome(), net, here.map(InetAddress::getHostAddress).orElse("")));
    Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
    SshProbe probe = new SshProbe(host, access.javaHome(), process);
    probe.lookAround(patience);
    return probe;
  }

  private static String commandLine(String javaHome, String net, String here) {
    return RemoteLine.of(
        List.of(
            Path.of(javaHome, "bin", "java").toString(),
            "-XX:+UseSerialGC",
            "-XX:TieredStopAtLevel=1",
            "--enable-native-access=ALL-UNNAMED",
            "-cp",
            System.getProperty("java.class.path"),
            DoctorMain.class.getName(),
            net,
            here));
  }

  private void read() {
    try (var output =
        new BufferedReader(
            new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8))) {
      output.lines().forEach(line -> lines.add(Optional.of(line)));
    } catch (IOException | RuntimeException e) {
      // It was killed.
    }
    lines.add(Optional.empty());
  }

  private void lookAround(Duration patience) throws InterruptedException {
    long deadline = System.nanoTime() + patience.toNanos();
    while (true) {
      Optional<String> line = lines.poll(deadline - System.nanoTime(), TimeUnit.NANOSECONDS);
      if (line == null) {
        findings.add(SshTrouble.silent(patience).on(name));
        return;
      }
      if (line.isEmpty()) {
        findings.add(SshTrouble.judge(name, process.waitFor(), words, javaHome).on(name));
        return;
      }
      if (line.get().equals(DoctorMain.READY)) {
        findings.addFirst(Finding.ok("ssh", "answers").on(name));
        return;
      }
      note(line.get());
    }
  }

  private void note(String line) {
    Optional<Finding> finding = Finding.parse(line);
    if (finding.isPresent()) {
      findings.add(finding.get().on(name));
    } else if (line.startsWith(DoctorMain.LISTENING)) {
      String[] parts = line.split(" ", -1);
      listening = Optional.of(new InetSocketAddress(parts[1], Integer.parseInt(parts[2])));
    } else {
      words.add(line);
    }
  }

  @Override
  public String name() {
    return name;
  }

  @Override
  public List<Finding> findings() {
    return List.copyOf(findings);
  }

  @Override
  public Optional<InetSocketAddress> listening() {
    return listening;
  }

  @Override
  public String connect(InetSocketAddress target) {
    String answer =
        ask(DoctorMain.CONNECT + target.getAddress().getHostAddress() + " " + target.getPort());
    return answer.equals(DoctorMain.REACHED) ? "" : answer.replaceFirst("^failed ", "");
  }

  @Override
  public Optional<ClockDifference> clock() {
    Optional<ClockDifference> best = Optional.empty();
    for (int i = 0; i < CLOCK_READINGS; i++) {
      long before = System.currentTimeMillis();
      String answer = ask(DoctorMain.TIME);
      long after = System.currentTimeMillis();
      if (!answer.startsWith(DoctorMain.TIME + " ")) {
        return best;
      }
      long there = Long.parseLong(answer.substring(DoctorMain.TIME.length() + 1));
      ClockDifference reading = ClockDifference.of(before, there, after);
      if (best.isEmpty() || reading.error().compareTo(best.get().error()) < 0) {
        best = Optional.of(reading);
      }
    }
    return best;
  }

  private String ask(String question) {
    try {
      questions.write(question + "\n");
      questions.flush();
      Optional<String> line = lines.poll(ANSWER_PATIENCE.toMillis(), TimeUnit.MILLISECONDS);
      return line == null || line.isEmpty() ? "the host has stopped answering" : line.get();
    } catch (IOException e) {
      return "the host has stopped answering: " + e.getMessage();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return "interrupted";
    }
  }

  @Override
  public void close() {
    try {
      questions.close();
      if (!process.waitFor(END_PATIENCE.toMillis(), TimeUnit.MILLISECONDS)) {
        process.destroyForcibly();
      }
    } catch (IOException e) {
      process.destroyForcibly();
    } catch (InterruptedException e) {
      process.destroyForcibly();
      Thread.currentThread().interrupt();
    }
  }
}
