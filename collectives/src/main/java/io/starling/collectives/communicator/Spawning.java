package io.starling.collectives.communicator;

import io.starling.collectives.Intercommunicator;
import io.starling.collectives.Spawn;
import io.starling.collectives.call.DataMovement;
import io.starling.collectives.call.JobProcesses;
import io.starling.collectives.call.Member;
import io.starling.collectives.call.Reductions;
import io.starling.collectives.selection.Selection;
import io.starling.runtime.Buffer;
import io.starling.runtime.StarlingException;
import io.starling.runtime.bootstrap.api.SpawnAnswer;
import io.starling.runtime.bootstrap.api.SpawnOrigin;
import io.starling.runtime.bootstrap.api.SpawnRequest;
import io.starling.runtime.bootstrap.api.Spawner;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * Starts ranks and meets them (MPI 4.1, section 11.8.2). The launcher answers the root when all new
 * ranks have joined, or when one can't; then both groups are joined as other groups are.
 *
 * <pre>
 * root ── request ──> launcher ── starts ──> new ranks
 *      <── answer ──           <── joined ──
 *   └─ broadcast ──> others
 * root <──────── meeting, Joining ────────> new rank 0
 * </pre>
 */
record Spawning(
    Member member, DataMovement dataMovement, Reductions reductions, Selection selection) {

  private static final String CALL = "spawn()";

  /** At all ranks of the communicator. */
  Intercommunicator spawn(int root, Spawn... programs) {
    member.checkUsable();
    member.arguments().peer("root", root);
    AtomicBoolean interrupted = new AtomicBoolean();
    try {
      return spawn(root, interrupted, programs);
    } finally {
      if (interrupted.get()) {
        Thread.currentThread().interrupt();
      }
    }
  }

  private Intercommunicator spawn(int root, AtomicBoolean interrupted, Spawn... programs) {
    SpawnAnswer answer;
    try (Member.Entry _ = member.enter()) {
      JobProcesses processes = member.processes();
      if (processes.spawner() == null) {
        throw new UnsupportedOperationException(
            "rank %d, %s: %s".formatted(number(), CALL, processes.refusal()));
      }
      processes.publish(number());
      answer = agree(root, interrupted, programs);
    }
    if (!answer.isSuccess()) {
      throw new StarlingException("rank %d, %s: %s".formatted(number(), CALL, answer.reason()));
    }
    return meet(CALL, root, answer.first(), answer.first());
  }

  private int number() {
    return member.engine().rank();
  }

  /**
   * Joins this group and one that has a process as its leader.
   *
   * @param leader the rank that leads this group
   * @param meeting the same number at both leaders; no other meeting of the two has it
   */
  RankIntercommunicator meet(String call, int leader, int process, int meeting) {
    Leaders.Wire wire =
        member.context().rank() == leader
            ? new Meeting(member.meet(process), selection, meeting)
            : (_, _) -> {};
    return new Joining(member, dataMovement, reductions, selection).join(call, leader, wire);
  }

  private SpawnAnswer agree(int root, AtomicBoolean interrupted, Spawn... programs) {
    if (member.context().rank() != root) {
      return receive(root);
    }
    SpawnAnswer answer;
    try {
      answer = ask(request(programs), interrupted);
    } catch (RuntimeException e) {
      tellOthers(root, e);
      throw e;
    }
    try {
      send(root, answer);
      return answer;
    } catch (RuntimeException e) {
      if (answer.isSuccess()) {
        refuse(answer.first(), e);
      }
      throw e;
    }
  }

  /** New ranks wait for this group, which has failed: they hear of it. */
  private void refuse(int first, RuntimeException reason) {
    Leaders.Wire wire = new Meeting(member.meet(first), selection, first);
    new Leaders(wire, CALL).fail(reason);
  }

  private void tellOthers(int root, RuntimeException reason) {
    try {
      send(
          root,
          new SpawnAnswer(
              0, "rank %d, the root, has failed: %s".formatted(number(), reason.getMessage())));
    } catch (RuntimeException e) {
      reason.addSuppressed(e);
    }
  }

  private void send(int root, SpawnAnswer answer) {
    byte[] bytes = answer.encode();
    dataMovement.broadcast(Buffer.of(new long[] {bytes.length}), root).run();
    dataMovement.broadcast(Buffer.of(bytes), root).run();
  }

  private SpawnAnswer receive(int root) {
    long[] length = new long[1];
    dataMovement.broadcast(Buffer.of(length), root).run();
    byte[] bytes = new byte[Math.toIntExact(length[0])];
    dataMovement.broadcast(Buffer.of(bytes), root).run();
    return SpawnAnswer.decode(bytes);
  }

  private SpawnRequest request(Spawn... programs) {
    member.arguments().present("programs", programs);
    if (programs.length == 0) {
      throw member
          .arguments()
          .refuse("%s got no program; the root says what is started".formatted(CALL));
    }
    for (Spawn program : programs) {
      member.arguments().present("a program", program);
    }
    List<SpawnRequest.Program> wanted =
        Arrays.stream(programs)
            .map(
                program ->
                    new SpawnRequest.Program(
                        program.ranks(),
                        program.isClass(),
                        program.words(),
                        program.environment(),
                        program.hosts()))
            .toList();
    return new SpawnRequest(new SpawnOrigin(number()), wanted);
  }

  /**
   * Asks the launcher, which always answers. An interrupt takes effect after the call: the launcher
   * starts the ranks all the same, and they would wait for this group.
   */
  private SpawnAnswer ask(SpawnRequest request, AtomicBoolean interrupted) {
    Spawner spawner = member.processes().spawner();
    String name = number() + "/" + member.processes().nextRequest();
    spawner.spawn(name, request);
    StoredValue answer = new StoredValue(spawner, SpawnAnswer.key(name));
    while (!answer.isKnown()) {
      try {
        member
            .engine()
            .waits()
            .await(
                answer::isKnown,
                () -> "rank %d, %s of %d ranks".formatted(number(), CALL, request.ranks()));
      } catch (StarlingException e) {
        if (!Thread.interrupted()) {
          throw e;
        }
        interrupted.set(true);
      }
    }
    // One that came with the answer would end the broadcast of it, and leave the others waiting.
    if (Thread.interrupted()) {
      interrupted.set(true);
    }
    return SpawnAnswer.decode(answer.get().orElseThrow());
  }
}
