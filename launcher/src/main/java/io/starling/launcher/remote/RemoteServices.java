package io.starling.launcher.remote;

import io.starling.launcher.agent.AgentMessage.End;
import io.starling.launcher.agent.AgentMessage.EndService;
import io.starling.launcher.agent.AgentMessage.OfService;
import io.starling.launcher.agent.AgentMessage.RanksEnded;
import io.starling.launcher.agent.AgentMessage.ServiceEnded;
import io.starling.launcher.agent.AgentMessage.ServiceFailed;
import io.starling.launcher.agent.AgentMessage.ServiceNote;
import io.starling.launcher.agent.AgentMessage.ServiceOutput;
import io.starling.launcher.agent.AgentMessage.ServiceReady;
import io.starling.launcher.agent.AgentMessage.StartService;
import io.starling.launcher.hosts.HostSlots;
import io.starling.launcher.output.JobOutput;
import io.starling.launcher.output.LineBuffer;
import io.starling.launcher.service.ServicePlan;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentHashMap;

/** The services of the other hosts, which their agents start. */
public final class RemoteServices {

  private final Agents agents;
  private final BlockingQueue<Event> events;
  private final JobOutput output;
  private final Map<Integer, LineBuffer> errors = new ConcurrentHashMap<>();

  RemoteServices(Agents agents, BlockingQueue<Event> events, JobOutput output) {
    this.agents = agents;
    this.events = events;
    this.output = output;
  }

  /** Starts one; events tell what becomes of it. */
  public void start(int host, ServicePlan plan) {
    errors.put(host, output.service(plan.name(), name(host)));
    agents.tell(host, new StartService(plan));
  }

  private String name(int host) {
    return HostSlots.named(agents.name(host)).host();
  }

  /** Asks all to end; their hosts have no ranks any more. */
  public void end() {
    errors.keySet().forEach(host -> agents.tell(host, new EndService()));
  }

  /** Ends all before there are ranks, and waits until what they wrote has come. */
  public void giveUp() throws InterruptedException {
    agents.tellAll(new End(Duration.ZERO));
    agents.awaitRanksEnded();
    end();
    agents.awaitEnded();
  }

  /** Whether a host was told to start one; of others nothing can be told. */
  boolean isOn(int host) {
    return errors.containsKey(host);
  }

  /** All that is on a host has ended: its last line may lack an end. */
  void ended(int host, RemoteOutput way) {
    if (isOn(host)) {
      way.add(0, () -> errors.get(host).flush());
    }
  }

  /** Hears of one from its agent. */
  void hear(int host, OfService message, RemoteOutput way) {
    switch (message) {
      case RanksEnded() -> way.noteRanksEnded();
      case ServiceReady(String place) -> events.add(new Event.ServiceReady(host, place));
      case ServiceFailed(String words) -> events.add(new Event.ServiceFailed(host, words));
      case ServiceNote(String words) -> {
        int bytes = words.getBytes(StandardCharsets.UTF_8).length;
        way.add(bytes, () -> output.tell(JobOutput.withHost(name(host), words)));
      }
      case ServiceOutput(byte[] bytes) ->
          way.add(bytes.length, () -> errors.get(host).accept(bytes, 0, bytes.length));
      case ServiceEnded(int status) -> {
        ended(host, way);
        events.add(new Event.ServiceEnded(host, status));
      }
    }
  }
}
