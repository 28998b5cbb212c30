package io.starling.collectives;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.starling.runtime.Buffer;
import io.starling.runtime.Datatype;
import io.starling.runtime.ReductionOperator;
import io.starling.runtime.Request;
import io.starling.runtime.Requests;
import io.starling.runtime.StarlingException;
import io.starling.runtime.Status;
import java.lang.foreign.MemorySegment;
import java.lang.reflect.Array;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Calls on whole arrays do what the same calls on buffers do, for every type of array. */
@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
final class ArrayCallsTest {

  private static final int RANKS = 3;
  private static final int ROOT = 1;

  /** What each rank sends to, scatters to, gathers from or folds for ranks 0, 1 and 2. */
  private static final Counts TO_EACH = Counts.of(1, 2, 3);

  /** What ranks 0, 1 and 2 receive from each rank in an alltoallv. */
  private static final Counts[] FROM_EACH = {
    Counts.of(1, 1, 1), Counts.of(2, 2, 2), Counts.of(3, 3, 3)
  };

  /** Every call with an array among its parameters. */
  static Stream<Method> calls() {
    return Stream.of(
            ArrayMessages.class,
            ArrayRequests.class,
            ArrayMovement.class,
            ArrayBlocks.class,
            ArrayMovementRequests.class,
            ArrayReductions.class)
        .flatMap(type -> Arrays.stream(type.getDeclaredMethods()))
        .filter(method -> Arrays.stream(method.getParameterTypes()).anyMatch(Class::isArray));
  }

  @Test
  void there_is_a_call_for_every_type() {
    List<String> names = calls().map(Method::getName).toList();
    assertThat(names.stream().distinct()).hasSize(29);
    for (String name : names) {
      boolean folds = name.matches(".*([rR]educe|[sS]can).*");
      assertThat(names.stream().filter(name::equals)).as(name).hasSize(folds ? 7 : 8);
    }
  }

  @ParameterizedTest
  @MethodSource("calls")
  void a_call_on_arrays_does_what_it_does_on_buffers(Method call) {
    Starling.local(
        RANKS,
        world -> {
          if (call.getName().matches("send|synchronousSend|iSend|receive|iReceive")) {
            sendAndReceive(call, world);
          } else {
            Object[] plain = arguments(call, world.rank());
            Object[] wrapped = arguments(call, world.rank());
            complete(call.invoke(world, plain));
            complete(buffered(call, wrapped).invoke(world, onBuffers(wrapped)));
            assertThat(plain).isEqualTo(wrapped);
          }
        });
  }

  /** The arrays of a non-blocking call may be used once its request is complete. */
  private static void complete(Object returned) {
    if (returned instanceof Request request) {
      request.await();
    }
  }

  /** Arrays whose elements depend on the rank and the parameter; other arguments that fit. */
  private static Object[] arguments(Method call, int rank) {
    Class<?>[] types = call.getParameterTypes();
    Object[] arguments = new Object[types.length];
    for (int i = 0; i < types.length; i++) {
      if (types[i].isArray()) {
        arguments[i] = array(types[i], length(call, i, rank), 10 * rank + i);
      } else if (types[i] == Counts.class) {
        arguments[i] = i == 3 ? FROM_EACH[rank] : TO_EACH;
      } else if (types[i] == ReductionOperator.class) {
        arguments[i] =
            types[0] == boolean[].class ? ReductionOperator.LOGICAL_XOR : ReductionOperator.SUM;
      } else {
        arguments[i] = number(call, i, rank);
      }
    }
    return arguments;
  }

  private static int length(Method call, int parameter, int rank) {
    return switch (call.getName()) {
      case "scatter", "iScatter", "reduceScatterBlock" -> parameter == 0 ? 2 * RANKS : 2;
      case "gather", "iGather", "allgather", "iAllgather" -> parameter == 0 ? 2 : 2 * RANKS;
      case "scatterv", "reduceScatter" -> parameter == 0 ? 2 * RANKS : rank + 1;
      case "gatherv", "allgatherv" -> parameter == 0 ? rank + 1 : 2 * RANKS;
      case "alltoallv" -> parameter == 0 ? 2 * RANKS : RANKS * (rank + 1);
      default -> 2 * RANKS;
    };
  }

  /** A root, or the peers and tags of a shift. */
  private static int number(Method call, int parameter, int rank) {
    if (!call.getName().startsWith("sendReceive")) {
      return ROOT;
    }
    int source = call.getName().equals("sendReceive") ? 4 : 3;
    if (parameter == source) {
      return (rank + RANKS - 1) % RANKS;
    }
    return parameter == 1 ? (rank + 1) % RANKS : 5;
  }

  private static Object array(Class<?> type, int length, int first) {
    Object array = Array.newInstance(type.componentType(), length);
    for (int i = 0; i < length; i++) {
      byte value = (byte) (first + i);
      if (type == boolean[].class) {
        Array.setBoolean(array, i, value % 3 == 0);
      } else if (type == char[].class) {
        Array.setChar(array, i, (char) value);
      } else {
        Array.setByte(array, i, value);
      }
    }
    return array;
  }

  private static Object[] onBuffers(Object[] arguments) throws ReflectiveOperationException {
    Object[] result = arguments.clone();
    for (int i = 0; i < result.length; i++) {
      if (result[i].getClass().isArray()) {
        result[i] = Buffer.class.getMethod("of", result[i].getClass()).invoke(null, result[i]);
      }
    }
    return result;
  }

  private static Method buffered(Method call, Object[] arguments)
      throws ReflectiveOperationException {
    Class<?>[] types = call.getParameterTypes();
    for (int i = 0; i < types.length; i++) {
      types[i] = arguments[i].getClass().isArray() ? Buffer.class : types[i];
    }
    return Communicator.class.getMethod(call.getName(), types);
  }

  private static void sendAndReceive(Method call, Communicator world)
      throws ReflectiveOperationException {
    Class<?> type = call.getParameterTypes()[0];
    boolean sends = call.getName().endsWith("end");
    Method send = sends ? call : sibling(call, "send");
    Method receive = sends ? sibling(call, "receive") : call;
    Object sent = array(type, 4, 1);
    Object received = array(type, 4, 20);
    if (world.rank() == 0) {
      complete(send.invoke(world, sent, 1, 7));
    } else if (world.rank() == 1) {
      Object returned = receive.invoke(world, received, 0, 7);
      complete(returned);
      Status status = returned instanceof Request request ? request.status() : (Status) returned;
      assertThat(status.source()).isZero();
      assertThat(received).isEqualTo(sent);
    }
  }

  private static Method sibling(Method call, String name) throws ReflectiveOperationException {
    return Communicator.class.getMethod(name, call.getParameterTypes());
  }

  @Test
  void only_the_root_needs_the_array_of_the_root() {
    Starling.local(
        RANKS,
        world -> {
          boolean isRoot = world.rank() == ROOT;
          double[] mine = {world.rank()};
          double[] all = isRoot ? new double[RANKS] : null;
          world.gather(mine, all, ROOT);
          if (isRoot) {
            assertThat(all).containsExactly(0, 1, 2);
          }
          double[] back = new double[1];
          world.scatter(all, back, ROOT);
          assertThat(back).containsExactly(world.rank());
          double[] sum = isRoot ? new double[1] : null;
          world.reduce(mine, sum, ReductionOperator.SUM, ROOT);
          assertThat(isRoot ? sum[0] : 3).isEqualTo(3);
          Counts counts = isRoot ? Counts.of(1, 1, 1) : null;
          world.gatherv(mine, all, counts, ROOT);
          world.scatterv(all, counts, back, ROOT);
          world.iGather(mine, all, ROOT).await();
          world.iScatter(all, back, ROOT).await();
          world.iReduce(mine, sum, ReductionOperator.MAX, ROOT).await();
          assertThat(back).containsExactly(world.rank());
          assertThat(isRoot ? sum[0] : 2).isEqualTo(2);
        });
  }

  @Test
  void requests_keep_their_arrays_while_many_are_open() {
    Starling.local(
        RANKS,
        world -> {
          int right = (world.rank() + 1) % RANKS;
          int left = (world.rank() + RANKS - 1) % RANKS;
          List<Request> requests = new ArrayList<>();
          List<boolean[]> received = new ArrayList<>();
          List<long[]> sums = new ArrayList<>();
          for (int i = 0; i < 100; i++) {
            boolean[] answer = new boolean[3];
            long[] sum = new long[1000];
            requests.add(world.iReceive(answer, left, i));
            requests.add(world.iSend(new boolean[] {true, left == 0, i % 2 == 0}, right, i));
            requests.add(world.iAllreduce(new long[1000], sum, ReductionOperator.SUM));
            received.add(answer);
            sums.add(sum);
            Arrays.fill(sum, -1);
          }
          System.gc();
          Requests.awaitAll(requests);
          for (int i = 0; i < 100; i++) {
            boolean leftOfLeftIsRoot = (left + RANKS - 1) % RANKS == 0;
            assertThat(received.get(i)).containsExactly(true, leftOfLeftIsRoot, i % 2 == 0);
            assertThat(sums.get(i)).containsOnly(0);
          }
        });
  }

  @Test
  void texts_travel_whatever_their_length_and_letters() {
    String text = "étourneau ☃ ".repeat(1000);
    Starling.local(
        RANKS,
        world -> {
          assertThat(world.broadcast(world.rank() == ROOT ? text : null, ROOT)).isEqualTo(text);
          assertThat(world.broadcast(world.rank() == ROOT ? "" : "x", ROOT)).isEmpty();
          if (world.rank() == 0) {
            world.send(text, 1, 3);
          } else if (world.rank() == 1) {
            assertThat(world.receiveString(Communicator.ANY_SOURCE, 3)).isEqualTo(text);
          }
          assertThat(world.receiveString(Communicator.PROC_NULL, 3)).isEmpty();
        });
  }

  @Test
  void a_text_that_utf_8_cannot_express_is_refused() {
    Starling.local(
        1,
        world -> {
          assertThatIllegalArgumentException()
              .isThrownBy(() -> world.send("a\ud800b", 0, 0))
              .withMessageContaining("a surrogate without its partner");
          assertThat(world.broadcast("a😀b", 0)).isEqualTo("a😀b");
        });
  }

  @Test
  void a_text_that_no_array_can_hold_is_refused() {
    MemorySegment neverRead = MemorySegment.ofAddress(4096).reinterpret(1L << 31);
    assertThatThrownBy(
            () ->
                Starling.local(
                    2,
                    world -> {
                      if (world.rank() == 0) {
                        world.send(Buffer.of(neverRead, Datatype.INT8), 1, 3);
                      } else {
                        world.receiveString(0, 3);
                      }
                    }))
        .isInstanceOf(StarlingException.class)
        .hasMessage(
            "the message from rank 0 with tag 3 has 2147483648 bytes, which do not fit into a text;"
                + " receive it into a Buffer");
  }

  @Test
  void a_refusal_names_the_call_and_the_argument() {
    Starling.local(
        1,
        world -> {
          assertThatIllegalArgumentException()
              .isThrownBy(() -> world.send((double[]) null, 0, 0))
              .withMessage("rank 0: send got null instead of data");
          assertThatIllegalArgumentException()
              .isThrownBy(() -> world.send((String) null, 0, 0))
              .withMessage("rank 0: send got null instead of data");
          assertThatIllegalArgumentException()
              .isThrownBy(() -> world.broadcast((String) null, 0))
              .withMessage("rank 0: broadcast got null instead of data");
          assertThatIllegalArgumentException()
              .isThrownBy(() -> world.gather(new int[1], null, 0))
              .withMessage("rank 0: gather got null instead of result");
          assertThatIllegalArgumentException()
              .isThrownBy(() -> world.iGather((int[]) null, null, 0))
              .withMessage("rank 0: iGather got null instead of data");
          assertThatIllegalArgumentException()
              .isThrownBy(() -> world.gatherv(new int[1], new int[1], null, 0))
              .withMessage("rank 0: gatherv got null instead of counts of result");
          assertThatIllegalArgumentException()
              .isThrownBy(() -> world.allreduce(1.5, ReductionOperator.BITWISE_OR))
              .withMessage(
                  "rank 0: operator bor is not defined on FLOAT64; defined are max, min, sum,"
                      + " prod");
        });
  }
}
