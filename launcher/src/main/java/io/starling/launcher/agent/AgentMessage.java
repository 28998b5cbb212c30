package io.starling.launcher.agent;

import io.starling.launcher.process.HostPlan;
import io.starling.topology.locality.probe.PairSample;
import io.starling.topology.locality.probe.ProbeStation;
import java.time.Duration;

/**
 * What the launcher and an agent say to each other.
 *
 * <pre>
 *   launcher                              agent
 *      |  <------------------- Ready, or Refused
 *      |  OpenStation, Measure ----------> |  where the order of hosts is measured
 *      |  <-- StationOpened, Measured, ... |
 *      |  Start -------------------------> |  starts the ranks of its host
 *      |  <------------ Output, RankEnded, |
 *      |                AgentFailed        |
 *      |  Input, Taken ------------------> |
 *      |  End ---------------------------> |  ends those that have not
 *      |  <------------------------- Ended |
 * </pre>
 *
 * {@code Taken} gives bytes of output back that the launcher has written: an agent sends only so
 * much without it; {@code InputTaken} does the same for what rank 0 reads.
 */
public sealed interface AgentMessage {

  /** The agent is there, and its host can take ranks. */
  record Ready(HostReport host) implements AgentMessage {}

  /** The agent can't do what it should; the message says why. */
  record Refused(String reason) implements AgentMessage {}

  /** An agent below this one has not come up. */
  record AgentFailed(int host, String words) implements AgentMessage {}

  /** Starts ranks. */
  record Start(HostPlan plan) implements AgentMessage {}

  /** Asks an agent to answer the probes of other hosts. */
  record OpenStation() implements AgentMessage {}

  /** Where the agent answers them. */
  record StationOpened(ProbeStation.Place place) implements AgentMessage {}

  /** Asks an agent to measure the way to another host. */
  record Measure(ProbeStation.Place peer, int probes, boolean withBandwidth, Duration timeout)
      implements AgentMessage {}

  /** What it has measured. */
  record Measured(PairSample sample) implements AgentMessage {}

  /** It can't open a station, or the other host does not answer. */
  record NotMeasured(String reason) implements AgentMessage {}

  /** A part of what a rank writes, to stderr or to stdout. */
  record Output(int rank, boolean error, byte[] bytes) implements AgentMessage {}

  /** So many bytes of output have been written. */
  record Taken(int bytes) implements AgentMessage {}

  /** A part of what rank 0 reads; without bytes, the end of it. */
  record Input(byte[] bytes) implements AgentMessage {}

  /** So many bytes of input have reached rank 0. */
  record InputTaken(int bytes) implements AgentMessage {}

  /** A rank's process has ended. */
  record RankEnded(int rank, int status) implements AgentMessage {}

  /** Asks ranks to end, and kills those that have not after the grace. */
  record End(Duration grace) implements AgentMessage {}

  /** No process of the job is left on the host, and all output has been sent. */
  record Ended() implements AgentMessage {}
}
