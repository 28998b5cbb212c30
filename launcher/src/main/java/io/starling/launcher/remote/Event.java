package io.starling.launcher.remote;

import io.starling.launcher.agent.AgentMessage;
import io.starling.launcher.contact.JoinMessage;
import java.util.function.Consumer;

/** What the supervisor of a job reacts to. */
public sealed interface Event {

  /** A rank's process has ended. */
  record RankEnded(int rank, int status) implements Event {}

  /** A rank has ended the job with a status for all. */
  record Aborted(int rank, int status) implements Event {}

  /** The launcher received a signal. */
  record Signalled(int number) implements Event {}

  /** Nobody reads the launcher's output any more. */
  record OutputBroken() implements Event {}

  /** The agent of a host is there and has told what the host is. */
  record HostReady(int host) implements Event {}

  /** The agent of a host has not come up, or can't do its work. */
  record HostFailed(int host, String reason) implements Event {}

  /** The agent of a host has gone, and all ranks there with it. */
  record HostLost(int host, String reason) implements Event {}

  /** The service of a host can be used, and others reach it there. */
  record ServiceReady(int host, String place) implements Event {}

  /** The service of a host can't do its work. */
  record ServiceFailed(int host, String words) implements Event {}

  /** The service of a host has ended, and nobody has asked it to. */
  record ServiceEnded(int host, int status) implements Event {}

  /**
   * A rank asks for more ranks.
   *
   * @param request a {@link io.starling.runtime.bootstrap.api.SpawnRequest}
   */
  record SpawnAsked(int rank, String name, byte[] request) implements Event {}

  /** A request has waited long enough for slots that become free. */
  record SlotsAwaited(String name) implements Event {}

  /** All ranks that were started together later have joined. */
  record CameUp(int first) implements Event {}

  /** Ranks of a world that comes later can't be started on a host. */
  record NotStarted(int first, String reason) implements Event {}

  /**
   * The launcher of a job that joins this one has sent a message.
   *
   * @param host the number of its store
   * @param reply sends it an answer
   */
  record GuestTold(int host, JoinMessage message, Consumer<JoinMessage> reply) implements Event {}

  /** The launcher of a job that has joined this one, or wanted to, has gone. */
  record GuestLost(int host, String reason) implements Event {}

  /** The job that this one has joined has gone. */
  record JoinedJobLost(String reason) implements Event {}

  /** The agent of a host answers what it was asked about its links. */
  record Probed(int host, AgentMessage answer) implements Event {}
}
