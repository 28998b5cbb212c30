package io.starling.collectives.communicator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.starling.collectives.Codec;
import io.starling.collectives.CodecException;
import io.starling.collectives.Communicator;
import io.starling.runtime.Buffer;
import io.starling.runtime.Request;
import io.starling.runtime.StarlingException;
import java.io.IOException;
import java.io.ObjectInputFilter;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.io.Serializable;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.AbstractList;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Objects that can't be sent or read: everybody hears of it, and later messages still come. */
@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
class ObjectErrorsTest {

  /** Not serialisable. */
  private static final class Socket {}

  private record Cell(int place, Object content) implements Serializable {}

  private record Grid(String name, List<Cell> cells) implements Serializable {}

  private static Grid unsendable() {
    return new Grid(
        "grid", new ArrayList<>(List.of(new Cell(0, "fine"), new Cell(1, new Socket()))));
  }

  /** What the receivers' filter refuses, with arrays beside it. */
  private record Refused(int[] data) implements Serializable {}

  /** Can be written, and fails when it is read. */
  private static final class Explosive implements Serializable {
    private static final long serialVersionUID = 1L;

    private void readObject(ObjectInputStream stream) throws IOException, ClassNotFoundException {
      stream.defaultReadObject();
      throw new IllegalStateException("bang");
    }
  }

  private static final Codec STRICT =
      Codec.java(
          ObjectInputFilter.Config.createFilter(
              "!" + Refused.class.getName() + ";maxarray=100000"));

  @ParameterizedTest
  @EnumSource
  void an_object_that_is_not_serialisable_fails_before_anything_is_sent(TestFabric fabric) {
    RankTeam.run(
        fabric,
        2,
        world -> {
          int other = 1 - world.rank();
          assertThatThrownBy(() -> world.sendObject(unsendable(), other, 4))
              .isInstanceOf(CodecException.class)
              .hasMessageContaining("rank " + world.rank())
              .hasMessageContaining("sendObject to rank " + other + " with tag 4")
              .hasMessageContaining(Socket.class.getName() + " is not Serializable")
              .hasMessageContaining("Grid.cells -> java.util.ArrayList")
              .hasMessageContaining("Cell.content -> " + Socket.class.getTypeName());
          assertThatThrownBy(() -> world.iSendObject(new Socket(), other, 4))
              .isInstanceOf(CodecException.class)
              .hasMessageContaining("Nothing was sent");
          world.barrier();
          assertThat(world.pollObject(Communicator.ANY_SOURCE, Communicator.ANY_TAG)).isEmpty();
          world.barrier();
          exchange(world);
        });
  }

  private static void exchange(Communicator world) {
    int size = world.size();
    Request send = world.iSendObject(new long[3000], (world.rank() + 1) % size, 1);
    assertThat(world.<long[]>receiveObject((world.rank() + size - 1) % size, 1)).hasSize(3000);
    send.await();
    assertThat(world.allgatherObjects(world.rank())).hasSize(size);
  }

  @ParameterizedTest
  @EnumSource
  void what_a_receiver_refuses_is_received_whole_and_dropped(TestFabric fabric) {
    RankTeam.run(
        fabric,
        2,
        world -> {
          world.useCodec(STRICT);
          Object[] all = {
            new Refused(new int[3]),
            new Refused(new int[50_000]),
            new Explosive(),
            List.of(new int[5000], new Explosive(), new double[3000]),
            new int[100_001],
            List.of(new byte[2_000_000], new int[5000])
          };
          String[] reasons = {
            "the filter refuses class " + Refused.class.getTypeName(),
            "the filter refuses class " + Refused.class.getTypeName(),
            "bang",
            "bang",
            "the filter refuses int[] of length 100001",
            "the filter refuses byte[] of length 2000000"
          };
          for (int i = 0; i < all.length; i++) {
            Object value = all[i];
            if (world.rank() == 0) {
              world.sendObject(value, 1, 2);
              world.sendObject("next", 1, 2);
            } else {
              assertThatThrownBy(() -> world.receiveObject(0, 2))
                  .isInstanceOf(CodecException.class)
                  .hasMessageContaining("rank 1")
                  .hasMessageContaining("from rank 0 with tag 2")
                  .hasMessageContaining("the java codec can't read the object")
                  .hasMessageContaining(reasons[i]);
              assertThat(world.<String>receiveObject(0, 2)).isEqualTo("next");
            }
          }
          exchange(world);
        });
  }

  @ParameterizedTest
  @EnumSource
  void a_root_that_cannot_write_tells_all_the_others(TestFabric fabric) {
    RankTeam.run(
        fabric,
        3,
        world -> {
          boolean isRoot = world.rank() == 1;
          fails(() -> world.broadcastObject(isRoot ? unsendable() : null, 1), 1);
          List<Object> parts = Arrays.asList(1, 2, new Socket());
          fails(() -> world.scatterObjects(isRoot ? parts : null, 1), 1);
          fails(() -> world.allgatherObjects(isRoot ? unsendable() : "fine"), 1);
          exchange(world);
        });
  }

  private static void fails(ThrowingCallable call, int culprit) {
    assertThatThrownBy(call)
        .isInstanceOf(CodecException.class)
        .hasMessageContaining("rank " + culprit)
        .hasMessageContaining("is not Serializable");
  }

  @ParameterizedTest
  @EnumSource
  void a_rank_that_cannot_write_tells_those_that_need_its_object(TestFabric fabric) {
    RankTeam.run(
        fabric,
        5,
        world -> {
          boolean isCulprit = world.rank() == 3;
          Object value = isCulprit ? new Socket() : "fine";
          if (isCulprit || world.rank() == 0) {
            fails(() -> world.gatherObjects(value, 0), 3);
          } else {
            assertThat(world.gatherObjects(value, 0)).isEmpty();
          }
          fails(() -> world.allreduceObjects(value, (left, _) -> left), 3);
          boolean isFirst = world.rank() == 0;
          fails(
              () ->
                  world.<Object>allreduceObjects(
                      "fine", (left, _) -> isFirst ? new Socket() : left),
              0);
          if (world.rank() == 4) {
            fails(() -> world.reduceObjects(value, (left, _) -> left, 4), 3);
          } else {
            reduceOrFail(world, value);
          }
          exchange(world);
        });
  }

  private static void reduceOrFail(Communicator world, Object value) {
    try {
      assertThat(world.reduceObjects(value, (left, _) -> left, 4)).isNull();
      assertThat(world.rank()).isNotEqualTo(3);
    } catch (CodecException e) {
      assertThat(e).hasMessageContaining("rank 3");
    }
  }

  @ParameterizedTest
  @EnumSource
  void ranks_that_cannot_read_fail_alone_and_nobody_hangs(TestFabric fabric) {
    RankTeam.run(
        fabric,
        3,
        world -> {
          if (world.rank() == 2) {
            world.useCodec(STRICT);
          }
          Object value = new Refused(new int[40_000]);
          for (int round = 0; round < 2; round++) {
            refuses(world, 2, () -> world.broadcastObject(world.rank() == 0 ? value : null, 0));
            refuses(world, 2, () -> world.gatherObjects(value, 2));
            refuses(world, 2, () -> world.scatterObjects(Collections.nCopies(3, value), 0));
            refuses(world, 2, () -> world.allgatherObjects(value));
            Object large = new int[100_001];
            refuses(world, 2, () -> world.broadcastObject(world.rank() == 0 ? large : null, 0));
          }
          exchange(world);
        });
  }

  private static void refuses(Communicator world, int rank, ThrowingCallable call) {
    if (world.rank() == rank) {
      assertThatThrownBy(call)
          .isInstanceOf(CodecException.class)
          .hasMessageContaining("the filter refuses");
    } else {
      try {
        call.call();
      } catch (Throwable e) {
        throw new AssertionError(e);
      }
    }
  }

  @ParameterizedTest
  @EnumSource
  void an_operator_that_throws_fails_all_ranks(TestFabric fabric) {
    RankTeam.run(
        fabric,
        4,
        world -> {
          assertThatThrownBy(
                  () ->
                      world.allreduceObjects(
                          world.rank(),
                          (left, right) -> {
                            if (left == 2) {
                              throw new ArithmeticException("no two");
                            }
                            return left + right;
                          }))
              .isInstanceOf(StarlingException.class)
              .hasMessageContaining("rank 2, allreduceObjects")
              .hasMessageContaining("no two");
          exchange(world);
        });
  }

  @ParameterizedTest
  @EnumSource
  void a_wrong_list_of_a_scatter_is_refused_on_all_ranks(TestFabric fabric) {
    RankTeam.run(
        fabric,
        3,
        world -> {
          for (List<Integer> values : Arrays.asList(List.of(1, 2), null)) {
            assertThatThrownBy(() -> world.scatterObjects(values, 0))
                .isInstanceOf(
                    world.rank() == 0 ? IllegalArgumentException.class : CodecException.class)
                .hasMessageContaining("rank 0")
                .hasMessageContaining(
                    values == null
                        ? "scatterObjects got null instead of values"
                        : "values must be 3 objects, not 2");
          }
          exchange(world);
        });
  }

  /** Fails with an Error, which no codec declares. */
  private static final class FaultyWhenWritten implements Serializable {
    private static final long serialVersionUID = 1L;

    private void writeObject(ObjectOutputStream stream) {
      throw new AssertionError("write fault");
    }
  }

  /** The same when it is read. */
  private static final class FaultyWhenRead implements Serializable {
    private static final long serialVersionUID = 1L;

    private void readObject(ObjectInputStream stream) {
      throw new AssertionError("read fault");
    }
  }

  @ParameterizedTest
  @EnumSource
  void an_error_in_the_code_of_an_object_leaves_no_rank_waiting(TestFabric fabric) {
    RankTeam.run(
        fabric,
        4,
        world -> {
          Object written = world.rank() == 3 ? new FaultyWhenWritten() : "fine";
          faults(() -> world.allgatherObjects(written), "write fault");
          faults(() -> world.allreduceObjects(written, (left, _) -> left), "write fault");
          Object read = world.rank() == 3 ? new FaultyWhenRead() : "fine";
          faults(() -> world.allreduceObjects(read, (left, _) -> left), "read fault");
          faults(() -> world.allgatherObjects(read), world.rank() == 3 ? null : "read fault");
          exchange(world);
        });
  }

  private static void faults(ThrowingCallable call, String reason) {
    if (reason == null) {
      assertThatCode(call).doesNotThrowAnyException();
    } else {
      assertThatThrownBy(call).isInstanceOf(CodecException.class).hasMessageContaining(reason);
    }
  }

  @ParameterizedTest
  @EnumSource
  void a_list_of_a_scatter_that_throws_fails_all_ranks(TestFabric fabric) {
    RankTeam.run(
        fabric,
        3,
        world -> {
          List<Object> lazy =
              new AbstractList<>() {
                @Override
                public Object get(int index) {
                  if (index == 2) {
                    throw new IllegalStateException("no third");
                  }
                  return index;
                }

                @Override
                public int size() {
                  return 3;
                }
              };
          assertThatThrownBy(() -> world.scatterObjects(lazy, 0))
              .isInstanceOf(StarlingException.class)
              .hasMessageContaining("rank 0")
              .hasMessageContaining("no third");
          exchange(world);
        });
  }

  /** An interface that two loaders have. */
  public interface Greeting {
    String greet();
  }

  private record Answering(String text) implements InvocationHandler, Serializable {

    @Override
    public Object invoke(Object proxy, Method method, Object[] arguments) {
      return text;
    }
  }

  /** Defines the interface itself, as a loader of a program's classes would. */
  private static final class Other extends ClassLoader {

    Other() {
      super(ObjectErrorsTest.class.getClassLoader());
    }

    @Override
    protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
      if (!name.equals(Greeting.class.getName())) {
        return super.loadClass(name, resolve);
      }
      Class<?> loaded = findLoadedClass(name);
      if (loaded != null) {
        return loaded;
      }
      try (var stream = getResourceAsStream(name.replace('.', '/') + ".class")) {
        byte[] bytes = stream.readAllBytes();
        return defineClass(name, bytes, 0, bytes.length);
      } catch (IOException e) {
        throw new ClassNotFoundException(name, e);
      }
    }
  }

  @Test
  void interfaces_of_proxies_are_those_of_the_loader_of_the_thread() {
    RankTeam.run(
        TestFabric.LOCAL,
        1,
        world -> {
          Thread self = Thread.currentThread();
          ClassLoader former = self.getContextClassLoader();
          try {
            Other loader = new Other();
            Class<?> type = Class.forName(Greeting.class.getName(), false, loader);
            Object sent =
                Proxy.newProxyInstance(loader, new Class<?>[] {type}, new Answering("hello"));
            self.setContextClassLoader(loader);
            Request send = world.iSendObject(sent, 0, 0);
            Object received = world.receiveObject(0, 0);
            assertThat(received.getClass().getInterfaces()).containsExactly(type);
            send.await();
          } catch (ClassNotFoundException e) {
            throw new AssertionError(e);
          } finally {
            self.setContextClassLoader(former);
          }
        });
  }

  @Test
  void the_default_filter_refuses_what_reaches_beyond_the_message() {
    RankTeam.run(
        TestFabric.LOCAL,
        1,
        world -> {
          Object deep = "deep";
          for (int i = 0; i < 1100; i++) {
            deep = new Object[] {deep};
          }
          refusedByDefault(world, deep, "depth 1001");
          var name = new javax.management.BadStringOperationException("x");
          refusedByDefault(world, name, "javax.management.BadStringOperationException");
          Request send = world.iSendObject(Map.of(1, List.of("x")), 0, 0);
          assertThat(world.<Object>receiveObject(0, 0)).isEqualTo(Map.of(1, List.of("x")));
          send.await();
        });
  }

  private static void refusedByDefault(Communicator world, Object value, String reason) {
    Request send = world.iSendObject(value, 0, 0);
    assertThatThrownBy(() -> world.receiveObject(0, 0))
        .isInstanceOf(CodecException.class)
        .hasMessageContaining("the filter refuses")
        .hasMessageContaining(reason);
    send.await();
  }

  @Test
  void ranks_with_different_codecs_do_not_understand_each_other() {
    Codec reversed =
        new Codec() {
          @Override
          public String name() {
            return "bytes";
          }

          @Override
          public void encode(Object value, Sink sink) throws IOException {
            sink.write((byte[]) value);
          }

          @Override
          public Object decode(Source source) throws IOException {
            return source.readAllBytes();
          }
        };
    RankTeam.run(
        TestFabric.LOCAL,
        2,
        world -> {
          world.useCodec(reversed);
          try (Communicator derived = world.duplicate()) {
            byte[] own = {1, 2, (byte) world.rank()};
            assertThat(derived.codec()).isSameAs(reversed);
            assertThat(derived.allgatherObjects(own).get(1 - world.rank()))
                .containsExactly(1, 2, 1 - world.rank());
            assertThatThrownBy(() -> derived.sendObject("text", 0, 0))
                .isInstanceOf(CodecException.class)
                .hasMessageContaining("the bytes codec can't write an object of java.lang.String");
          }
          if (world.rank() == 1) {
            world.useCodec(Codec.java());
            assertThatThrownBy(() -> world.receiveObject(0, 0))
                .isInstanceOf(CodecException.class)
                .hasMessageContaining("another codec");
          } else {
            world.sendObject(new byte[3], 1, 0);
          }
        });
  }

  @Test
  void wrong_arguments_are_refused() {
    RankTeam.run(
        TestFabric.LOCAL,
        1,
        world -> {
          refused(() -> world.sendObject("x", 1, 0), "1");
          refused(() -> world.sendObject("x", 0, -1), "tag");
          refused(() -> world.receiveObject(2, 0), "2");
          refused(() -> world.pollObject(0, -2), "tag");
          refused(() -> world.broadcastObject("x", 1), "root");
          refused(() -> world.gatherObjects("x", -1), "root");
          refused(() -> world.scatterObjects(List.of(), 3), "root");
          refused(() -> world.reduceObjects("x", null, 0), "operator");
          refused(() -> world.allreduceObjects("x", null), "operator");
          refused(() -> world.useCodec(null), "codec");
          refused(() -> Codec.java(null), "filter");
          Communicator closed = world.duplicate();
          closed.close();
          for (ThrowingCallable call :
              List.<ThrowingCallable>of(
                  () -> closed.sendObject("x", 0, 0),
                  () -> closed.receiveObject(0, 0),
                  () -> closed.allgatherObjects("x"))) {
            assertThatThrownBy(call).isInstanceOf(IllegalStateException.class);
          }
          assertThat(world.iProbe(Communicator.ANY_SOURCE, Communicator.ANY_TAG)).isEmpty();
          world.send(Buffer.EMPTY, Communicator.PROC_NULL, 0);
        });
  }

  private static void refused(ThrowingCallable call, String word) {
    assertThatThrownBy(call)
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining(word);
  }
}
