package io.starling.launcher.service;

import io.starling.launcher.output.OutputPipe;
import io.starling.launcher.process.HeapShare;
import io.starling.launcher.process.HostMemory;
import io.starling.launcher.process.HostPlan;
import io.starling.runtime.bootstrap.api.RankEnvironment;
import io.starling.runtime.trace.TraceFolder;
import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;

/**
 * A service of this host, from its start to its end. The launcher has it where it runs itself, and
 * each agent on its own host.
 *
 * <p>It is in a session of its own, as INT from a terminal is for the launcher, which ends the
 * service after the ranks. It has none of the variables of ranks: what ranks have started ends with
 * them, and is known by these.
 */
public final class ServiceProcess {

  /** Hears of the service, on any thread. */
  public interface Listener {

    /** It has been started and writes its errors to this. */
    void started(InputStream errors);

    /** Ranks can use it, and other services reach it there. */
    void ready(String place);

    /** It can't do its work, and says why; it then ends. */
    void failed(String words);

    /** It says something that is for people. */
    void noted(String words);

    /** It has ended without being asked to; all other calls came before. */
    void ended(int status);
  }

  private static final Set<String> OF_RANKS =
      Set.of(
          RankEnvironment.RANK,
          RankEnvironment.SIZE,
          RankEnvironment.LOCAL_RANK,
          RankEnvironment.LOCAL_SIZE,
          RankEnvironment.OVERSUBSCRIBED,
          RankEnvironment.JOB_FILE,
          RankEnvironment.TERMINAL,
          TraceFolder.VARIABLE);

  /** For the words of a process that has ended, where another one still holds its output. */
  private static final Duration LAST_WORDS = Duration.ofMillis(500);

  private final ServicePlan plan;
  private final Listener listener;
  private final ServiceFile file;
  private final Process process;
  private final Thread reader;
  private final Thread waiter;
  private boolean isReady;
  private volatile boolean isToEnd;

  private ServiceProcess(
      ServicePlan plan, Listener listener, ServiceFile file, Process process, InputStream output) {
    this.plan = plan;
    this.listener = listener;
    this.file = file;
    this.process = process;
    reader = Thread.ofPlatform().daemon().name(plan.name()).unstarted(() -> read(output));
    waiter = Thread.ofVirtual().unstarted(this::awaitEnd);
  }

  /**
   * Starts it; what it needs to know besides its file is in the plan.
   *
   * @throws IOException if it can't be started
   */
  public static ServiceProcess start(ServicePlan plan, Listener listener) throws IOException {
    try (OutputPipe standard = OutputPipe.open();
        OutputPipe error = OutputPipe.open()) {
      List<String> command = new ArrayList<>(List.of("setsid"));
      command.addAll(plan.command());
      ProcessBuilder builder =
          new ProcessBuilder(command)
              .redirectOutput(standard.target())
              .redirectError(error.target());
      if (!plan.directory().isEmpty()) {
        builder.directory(new File(plan.directory()));
      }
      builder.environment().keySet().removeAll(OF_RANKS);
      builder.environment().remove(plan.variable());
      ServiceFile file = new ServiceFile(plan.name());
      Process process = builder.start();
      try {
        var service = new ServiceProcess(plan, listener, file, process, standard.readEnd());
        listener.started(error.readEnd());
        service.reader.start();
        service.waiter.start();
        service.tellSettings();
        return service;
      } catch (RuntimeException | Error e) {
        process.destroyForcibly();
        throw e;
      }
    }
  }

  private void tellSettings() {
    Map<String, String> settings = new TreeMap<>(plan.settings());
    settings.put("file", file.path().toString());
    StringBuilder lines = new StringBuilder();
    settings.forEach((key, value) -> lines.append(key).append(' ').append(value).append('\n'));
    lines.append("end\n");
    try {
      OutputStream input = process.getOutputStream();
      input.write(lines.toString().getBytes(StandardCharsets.UTF_8));
      input.flush();
    } catch (IOException e) {
      // It has ended already.
    }
  }

  private void read(InputStream output) {
    try (var lines = new BufferedReader(new InputStreamReader(output, StandardCharsets.UTF_8))) {
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        hear(line.strip());
      }
    } catch (IOException e) {
      // It was killed while it wrote.
    }
  }

  private void hear(String line) {
    int blank = line.indexOf(' ');
    String words = line.substring(blank + 1);
    String kind = blank < 0 ? "" : line.substring(0, blank);
    if (kind.equals("ready") && !isReady) {
      isReady = true;
      listener.ready(words);
    } else if (kind.equals("failed") && !isReady) {
      listener.failed(words);
    } else if (kind.equals("note")) {
      listener.noted(words);
    } else if (!line.isEmpty()) {
      // The JVM itself says on stdout why it can't start.
      listener.noted(line);
    }
  }

  private void awaitEnd() {
    try {
      int status = process.waitFor();
      reader.join(LAST_WORDS);
      file.remove();
      if (!isToEnd) {
        listener.ended(status);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** The plan of this host's ranks, with how they find the service, and less memory. */
  public HostPlan addTo(HostPlan ranks) {
    Map<String, String> variables = new HashMap<>(ranks.variables());
    variables.put(plan.variable(), file.path().toString());
    HeapShare heap = ranks.heap().without(plan.memory(), HostMemory.bytes());
    return ranks.with(variables).with(heap);
  }

  /** Asks it to end, and kills it if it has not after the patience. Its file is then gone. */
  public void end(Duration patience) throws InterruptedException {
    isToEnd = true;
    try {
      process.getOutputStream().close();
    } catch (IOException e) {
      // It has ended.
    }
    if (!process.waitFor(patience.toNanos(), TimeUnit.NANOSECONDS)) {
      process.destroyForcibly();
    }
    waiter.join();
  }
}
