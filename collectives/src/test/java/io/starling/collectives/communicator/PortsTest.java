package io.starling.collectives.communicator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.starling.collectives.Communicator;
import io.starling.collectives.Group;
import io.starling.collectives.Intercommunicator;
import io.starling.collectives.PointToPointCommunicator;
import io.starling.collectives.call.JobProcesses;
import io.starling.collectives.call.Member;
import io.starling.collectives.operation.Context;
import io.starling.collectives.selection.Selection;
import io.starling.runtime.Buffer;
import io.starling.runtime.RankFailedException;
import io.starling.runtime.ReductionOperator;
import io.starling.runtime.StarlingException;
import io.starling.runtime.Status;
import io.starling.runtime.ThreadLevel;
import io.starling.runtime.bootstrap.api.ProcessNumbers;
import io.starling.runtime.bootstrap.api.SpawnRequest;
import io.starling.runtime.bootstrap.api.Spawner;
import io.starling.runtime.progress.thread.Threading;
import io.starling.topology.layout.Layout;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Groups that find each other by a port. {@code SpawnOverProcessesTest} has names. */
class PortsTest {

  private static final int TAG = 3;

  /** The ranks from the second on get the port of rank 0. */
  private static String tell(Communicator world) {
    return world.rank() == 0
        ? world.broadcast(world.openPort(), 0)
        : world.broadcast((String) null, 0);
  }

  private static int sum(Intercommunicator groups) {
    int[] sum = new int[1];
    groups.allreduce(Buffer.of(new int[] {1}), Buffer.of(sum), ReductionOperator.SUM);
    return sum[0];
  }

  @ParameterizedTest
  @EnumSource(TestFabric.class)
  void groups_connect_at_a_port(TestFabric fabric) {
    RankTeam.run(
        fabric,
        5,
        world -> {
          String port = tell(world);
          boolean serves = world.rank() < 2;
          try (Communicator group = world.split(serves ? 0 : 1, world.rank());
              Intercommunicator joined =
                  serves ? group.accept(port, 0) : group.connect(port, group.size() - 1)) {
            assertThat(joined.remoteSize()).isEqualTo(serves ? 3 : 2);
            assertThat(sum(joined)).isEqualTo(joined.remoteSize());
          }
        });
  }

  @Test
  void several_groups_connect_one_after_the_other() {
    RankTeam.run(
        TestFabric.ADVERSARIAL,
        7,
        world -> {
          String port = tell(world);
          int part = (world.rank() + 1) / 2;
          try (Communicator group = world.split(part, world.rank())) {
            if (part > 0) {
              try (Intercommunicator server = group.connect(port, 0)) {
                assertThat(sum(server)).isEqualTo(1);
              }
              return;
            }
            for (int client = 1; client <= 3; client++) {
              try (Intercommunicator clients = group.accept(port, 0)) {
                assertThat(clients.remoteSize()).isEqualTo(2);
                assertThat(sum(clients)).isEqualTo(2);
              }
            }
          }
        });
  }

  @Test
  void two_ranks_connect_to_each_other_at_the_same_time_as_they_accept() {
    RankTeam.run(
        TestFabric.ADVERSARIAL,
        2,
        world -> {
          String own = world.openPort();
          int other = 1 - world.rank();
          try (Communicator self = world.split(world.rank(), 0)) {
            world.send(own, other, TAG);
            String theirs = world.receiveString(other, TAG);
            assertThat(theirs).isNotEqualTo(own).startsWith("starling-port:" + other + ":");
            for (int turn = 0; turn < 20; turn++) {
              boolean first = world.rank() == turn % 2;
              try (Intercommunicator pair = first ? self.accept(own, 0) : self.connect(theirs, 0)) {
                assertThat(sum(pair)).isEqualTo(1);
              }
            }
          }
        });
  }

  @Test
  void names_that_are_no_open_port_are_refused_and_all_ranks_hear_of_it() {
    RankTeam.run(
        TestFabric.LOCAL,
        2,
        world -> {
          String closed = world.openPort();
          world.closePort(closed);
          world.closePort(closed);
          String[] wrong = {closed, "starling-port:7:0", "nonsense", "starling-port:-1:0", null};
          try (Communicator twin = world.duplicate()) {
            for (String port : wrong) {
              failed(() -> twin.accept(port, 1), world, port == null ? "null" : "port");
            }
            for (String port : new String[] {"starling-port:7:0", "nonsense", null}) {
              failed(() -> twin.connect(port, 1), world, port == null ? "null" : "port");
            }
            assertThatThrownBy(() -> twin.accept(closed, 2))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("root 2 is not a rank");
            assertThat(twin.allreduce(1, ReductionOperator.SUM)).isEqualTo(2);
          }
        });
  }

  private static void failed(Runnable call, Communicator world, String part) {
    assertThatThrownBy(call::run)
        .isInstanceOf(world.rank() == 1 ? IllegalArgumentException.class : StarlingException.class)
        .hasMessageContaining(world.rank() == 1 ? part : "which leads this group, has failed");
  }

  private static String openPort(MortalRanks ranks) {
    AtomicReference<String> port = new AtomicReference<>();
    ranks.run(
        world -> {
          if (world.rank() == 0) {
            port.set(world.openPort());
          }
          world.barrier();
        });
    return port.get();
  }

  private static void fails(MortalRanks ranks, String port) {
    ranks.run(
        world -> {
          if (world.rank() == 1) {
            Intercommunicator _ = world.accept(port, 0);
          }
          assertThatThrownBy(() -> world.accept(port, 0))
              .isInstanceOf(RankFailedException.class)
              .hasMessageContaining("rank 1 was killed by the test");
        });
  }

  @ParameterizedTest
  @ValueSource(longs = {7, MortalRanks.ROUTED + 7})
  void a_group_that_has_lost_a_rank_does_not_wait_for_a_knock(long seed) {
    MortalRanks ranks = new MortalRanks(3, seed);
    String port = openPort(ranks);
    ranks.kill(1);
    fails(ranks, port);
  }

  @ParameterizedTest
  @ValueSource(longs = {7, MortalRanks.ROUTED + 7})
  void a_group_that_loses_a_rank_does_not_wait_for_a_knock_any_more(long seed) {
    MortalRanks ranks = new MortalRanks(3, seed);
    String port = openPort(ranks);
    ranks.dieAtLook(1, 500);
    fails(ranks, port);
  }

  private static void refusedBecauseClosed(Communicator group, String port) {
    assertThatThrownBy(() -> group.connect(port, 0))
        .isInstanceOf(StarlingException.class)
        .hasMessageContaining("connect()")
        .hasMessageContaining(port)
        .hasMessageContaining("is closed");
  }

  @ParameterizedTest
  @EnumSource(TestFabric.class)
  void a_group_that_has_knocked_hears_that_the_port_was_closed(TestFabric fabric) {
    RankTeam.run(
        fabric,
        2,
        world -> {
          String port = tell(world);
          String other = tell(world);
          try (Communicator self = world.split(world.rank(), 0)) {
            if (world.rank() == 0) {
              awaitKnock(world, port);
              world.closePort(port);
            } else {
              refusedBecauseClosed(self, port);
            }
            // Nothing of that is left.
            try (Intercommunicator pair =
                world.rank() == 0 ? self.accept(other, 0) : self.connect(other, 0)) {
              assertThat(sum(pair)).isEqualTo(1);
            }
          }
        });
  }

  private static void awaitKnock(Communicator world, String port) {
    Member all = ((RankCommunicator) world).member().meetAll();
    Status _ =
        new RankCommunicator(all, Selection.DEFAULT)
            .probe(PointToPointCommunicator.ANY_SOURCE, PortName.parse(port).number());
  }

  @ParameterizedTest
  @ValueSource(longs = {8, MortalRanks.ROUTED + 8})
  void a_group_that_has_knocked_hears_that_the_process_of_the_port_leaves(long seed) {
    MortalRanks ranks = new MortalRanks(2, seed);
    ranks.run(
        world -> {
          String port = tell(world);
          if (world.rank() == 0) {
            awaitKnock(world, port);
            world.close();
          } else {
            try (Communicator self = world.createGroup(Group.of(1), 0)) {
              refusedBecauseClosed(self, port);
            }
          }
        });
  }

  @ParameterizedTest
  @ValueSource(longs = {8, MortalRanks.ROUTED + 8})
  void a_group_that_has_knocked_hears_that_the_process_of_the_port_has_failed(long seed) {
    MortalRanks ranks = new MortalRanks(2, seed);
    String port = openPort(ranks);
    ranks.run(
        world -> {
          if (world.rank() == 0) {
            awaitKnock(world, port);
            ranks.die(0);
          }
          try (Communicator self = world.createGroup(Group.of(1), 0)) {
            assertThatThrownBy(() -> self.connect(port, 0))
                .isInstanceOf(RankFailedException.class)
                .hasMessageContaining(port)
                .hasMessageContaining("rank 0 was killed by the test");
          }
        });
  }

  @ParameterizedTest
  @ValueSource(longs = {8, MortalRanks.ROUTED + 8})
  void a_group_that_accepts_hears_that_the_one_that_has_knocked_has_failed(long seed) {
    MortalRanks ranks = new MortalRanks(2, seed);
    String port = openPort(ranks);
    ranks.run(
        world -> {
          if (world.rank() == 1) {
            Member member = ((RankCommunicator) world).member();
            Knocks knocks = new Knocks(member, Selection.DEFAULT);
            try (Member.Entry _ = member.enter()) {
              knocks.awaitAnswer(PortName.parse(port), knocks.knock(PortName.parse(port)));
            }
            ranks.die(1);
          }
          try (Communicator self = world.createGroup(Group.of(0), 0)) {
            assertThatThrownBy(() -> self.accept(port, 0))
                .isInstanceOf(RankFailedException.class)
                .hasMessageContaining(port)
                .hasMessageContaining("rank 1 was killed by the test");
          }
        });
  }

  @Test
  void a_thread_that_accepts_hears_that_another_one_has_closed_the_port() {
    RankTeam.threaded(TestFabric.LOCAL, 1, 1, new Threading(ThreadLevel.MULTIPLE, false))
        .run(
            world -> {
              String port = world.openPort();
              Thread self = Thread.currentThread();
              CompletableFuture<Void> closed =
                  CompletableFuture.runAsync(
                      () -> {
                        while (self.getState() != Thread.State.TIMED_WAITING) {
                          Thread.onSpinWait();
                        }
                        world.closePort(port);
                      });
              assertThatThrownBy(() -> world.accept(port, 0))
                  .isInstanceOf(StarlingException.class)
                  .hasMessageContaining("accept()")
                  .hasMessageContaining(port)
                  .hasMessageContaining("is closed");
              closed.join();
            });
  }

  /** What a launcher keeps. */
  private static final class Store implements Spawner {
    private final Map<String, byte[]> values = new ConcurrentHashMap<>();

    @Override
    public void spawn(String name, SpawnRequest request) {
      throw new UnsupportedOperationException(name);
    }

    @Override
    public void put(String key, byte[] value) {
      values.put(key, value);
    }

    @Override
    public Optional<byte[]> find(String key) {
      return Optional.ofNullable(values.get(key));
    }

    @Override
    public void forget(String key) {
      // It answers at once.
    }
  }

  @ParameterizedTest
  @ValueSource(longs = {8, MortalRanks.ROUTED + 8})
  void a_group_that_knocks_late_hears_from_the_launcher_that_the_port_is_closed(long seed) {
    MortalRanks ranks = new MortalRanks(2, seed);
    Store store = new Store();
    ranks.run(
        rank -> {
          Context context = Context.world(ranks.engine(rank.rank()), Layout.flat(2));
          JobProcesses processes = JobProcesses.of(store, new ProcessNumbers(0, 2, false));
          Member member = Member.ofWorld(context, false, () -> {}, (_, _) -> {}, processes);
          RankCommunicator world = new RankCommunicator(member, Selection.DEFAULT);
          String port = tell(world);
          if (world.rank() == 0) {
            world.close();
          } else {
            try (Communicator self = world.createGroup(Group.of(1), 0)) {
              refusedBecauseClosed(self, port);
            }
          }
        });
  }

  @Test
  void without_a_launcher_there_are_no_names() {
    RankTeam.run(
        TestFabric.LOCAL,
        1,
        world -> {
          assertThatThrownBy(() -> world.publish("service", world.openPort()))
              .isInstanceOf(UnsupportedOperationException.class)
              .hasMessageContaining("there are no names here");
          assertThatThrownBy(() -> world.lookUp("service", Duration.ZERO))
              .isInstanceOf(UnsupportedOperationException.class);
        });
  }
}
