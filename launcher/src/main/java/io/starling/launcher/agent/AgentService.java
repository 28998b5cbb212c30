package io.starling.launcher.agent;

import io.starling.launcher.agent.AgentMessage.ServiceEnded;
import io.starling.launcher.agent.AgentMessage.ServiceFailed;
import io.starling.launcher.agent.AgentMessage.ServiceNote;
import io.starling.launcher.agent.AgentMessage.ServiceOutput;
import io.starling.launcher.agent.AgentMessage.ServiceReady;
import io.starling.launcher.process.HostPlan;
import io.starling.launcher.service.ServicePlan;
import io.starling.launcher.service.ServiceProcess;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.function.Consumer;

/** The service of an agent's host, if the job wants one; tells the launcher of it. */
final class AgentService implements ServiceProcess.Listener {

  private final Window window;
  private final Consumer<AgentMessage> tell;
  private OutputForwarder errors;
  private ServiceProcess process;

  /**
   * None so far.
   *
   * @param window how much of what it says may be under way
   */
  AgentService(Window window, Consumer<AgentMessage> tell) {
    this.window = window;
    this.tell = tell;
  }

  void start(ServicePlan plan) throws IOException {
    process = ServiceProcess.start(plan, this);
  }

  /** Whether it was started; it may have ended since. */
  boolean isThere() {
    return process != null;
  }

  /** The plan of the ranks, with how they find the service, and less memory. */
  HostPlan addTo(HostPlan plan) {
    return process == null ? plan : process.addTo(plan);
  }

  /** Asks it to end, and kills it if it has not after the patience; all it said is then sent. */
  void end(Duration patience) throws InterruptedException {
    if (process != null) {
      process.end(patience);
      errors.drain();
    }
  }

  @Override
  public void started(InputStream stream) {
    errors = new OutputForwarder("stderr-service", stream, window, ServiceOutput::new, tell);
    errors.start();
  }

  @Override
  public void ready(String place) {
    tell.accept(new ServiceReady(place));
  }

  @Override
  public void failed(String words) {
    tell.accept(new ServiceFailed(words));
  }

  @Override
  public void noted(String words) {
    try {
      if (window.take(words.getBytes(StandardCharsets.UTF_8).length)) {
        tell.accept(new ServiceNote(words));
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  @Override
  public void ended(int status) {
    try {
      errors.drain();
      tell.accept(new ServiceEnded(status));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
