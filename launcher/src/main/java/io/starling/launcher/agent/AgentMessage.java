package io.starling.launcher.agent;

import io.starling.launcher.process.HostPlan;
import io.starling.launcher.service.ServicePlan;
import io.starling.topology.locality.probe.PairSample;
import io.starling.topology.locality.probe.ProbeStation;
import java.time.Duration;
import java.util.List;

/**
 * What the launcher and an agent say to each other.
 *
 * <pre>
 *   launcher                              agent
 *      |  <------------------- Ready, or Refused
 *      |  OpenStation, Measure ----------> |  where the order of hosts is measured
 *      |  <-- StationOpened, Measured, ... |
 *      |  StartService ------------------> |  where the job brings a service to its hosts
 *      |  <-- ServiceReady, ServiceFailed, |
 *      |      ServiceNote, ServiceOutput   |
 *      |  Start -------------------------> |  starts the ranks of its host
 *      |  <------------ Output, RankEnded, |
 *      |  ServiceNote, ServiceOutput,      |
 *      |  ServiceEnded, AgentFailed        |
 *      |  Input, Taken ------------------> |
 *      |  Start, Kill -------------------> |  where ranks start more ranks
 *      |  <-------------------- NotStarted |
 *      |  End ---------------------------> |  ends those that have not
 *      |  <-------------------- RanksEnded |  only where there is a service,
 *      |  EndService --------------------> |  which ends after the ranks of all hosts
 *      |  <------------------------- Ended |
 * </pre>
 *
 * {@code Taken} gives bytes of output and of notes back that the launcher has written: an agent
 * sends only so much without it; {@code InputTaken} does the same for what rank 0 reads.
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

  /** Kills some ranks, which are no use any more. */
  record Kill(List<Integer> ranks) implements AgentMessage {}

  /** The ranks of a world that was to be started later can't be started there. */
  record NotStarted(int first, String reason) implements AgentMessage {}

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

  /**
   * Starts the service of the host, which has its address, its file and the secret from the agent.
   */
  record StartService(ServicePlan plan) implements AgentMessage {}

  /** What an agent tells of the service of its host. */
  sealed interface OfService extends AgentMessage {}

  /** Ranks can use it, and other services reach it there. */
  record ServiceReady(String place) implements OfService {}

  /** It can't do its work; the message says why. */
  record ServiceFailed(String words) implements OfService {}

  /** It says something for people. */
  record ServiceNote(String words) implements OfService {}

  /** A part of what it writes to stderr. */
  record ServiceOutput(byte[] bytes) implements OfService {}

  /** It has ended, and nobody has asked it to. */
  record ServiceEnded(int status) implements OfService {}

  /** Asks ranks to end, and kills those that have not after the grace. */
  record End(Duration grace) implements AgentMessage {}

  /** No rank is left on the host, and all output of ranks has been sent; its service is there. */
  record RanksEnded() implements OfService {}

  /** Asks the service to end, and kills it if it does not. */
  record EndService() implements AgentMessage {}

  /** No process of the job is left on the host, and all output has been sent. */
  record Ended() implements AgentMessage {}
}
