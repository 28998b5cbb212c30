package io.starling.collectives;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.starling.runtime.Buffer;
import io.starling.runtime.ReductionOperator;
import io.starling.runtime.Status;
import java.lang.reflect.Array;
import java.lang.reflect.Method;
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

  /** Every call with an array among its parameters. */
  static Stream<Method> calls() {
    return Stream.of(ArrayMessages.class, ArrayMovement.class, ArrayReductions.class)
        .flatMap(type -> Arrays.stream(type.getDeclaredMethods()))
        .filter(method -> Arrays.stream(method.getParameterTypes()).anyMatch(Class::isArray));
  }

  @Test
  void there_is_a_call_for_every_type() {
    List<String> names = calls().map(Method::getName).toList();
    assertThat(names.stream().filter("allgather"::equals)).hasSize(8);
    assertThat(names.stream().filter("receive"::equals)).hasSize(8);
    assertThat(names.stream().filter("scan"::equals)).hasSize(6);
  }

  @ParameterizedTest
  @MethodSource("calls")
  void a_call_on_arrays_does_what_it_does_on_buffers(Method call) {
    Starling.local(
        RANKS,
        world -> {
          if (call.getName().equals("send") || call.getName().equals("receive")) {
            sendAndReceive(call, world);
          } else {
            Object[] plain = arguments(call, world.rank());
            Object[] wrapped = arguments(call, world.rank());
            call.invoke(world, plain);
            buffered(call, wrapped).invoke(world, onBuffers(wrapped));
            assertThat(plain).isEqualTo(wrapped);
          }
        });
  }

  /** Arrays whose elements depend on the rank and the parameter; other arguments that fit. */
  private static Object[] arguments(Method call, int rank) {
    Class<?>[] types = call.getParameterTypes();
    Object[] arguments = new Object[types.length];
    for (int i = 0; i < types.length; i++) {
      arguments[i] =
          types[i].isArray()
              ? array(types[i], length(call, i), 10 * rank + i)
              : types[i] == ReductionOperator.class ? ReductionOperator.SUM : number(call, i, rank);
    }
    return arguments;
  }

  private static int length(Method call, int parameter) {
    return switch (call.getName()) {
      case "scatter" -> parameter == 0 ? 2 * RANKS : 2;
      case "gather", "allgather" -> parameter == 0 ? 2 : 2 * RANKS;
      default -> 2 * RANKS;
    };
  }

  /** A root, or the peers and tags of a shift. */
  private static int number(Method call, int parameter, int rank) {
    if (!call.getName().equals("sendReceive")) {
      return ROOT;
    }
    return switch (parameter) {
      case 1 -> (rank + 1) % RANKS;
      case 4 -> (rank + RANKS - 1) % RANKS;
      default -> 5;
    };
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
    Method send = Communicator.class.getMethod("send", type, int.class, int.class);
    Method receive = Communicator.class.getMethod("receive", type, int.class, int.class);
    Object sent = array(type, 4, 1);
    Object received = array(type, 4, 20);
    if (world.rank() == 0) {
      send.invoke(world, sent, 1, 7);
    } else if (world.rank() == 1) {
      Status status = (Status) receive.invoke(world, received, 0, 7);
      assertThat(status.source()).isZero();
      assertThat(received).isEqualTo(sent);
    }
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
        });
  }

  @Test
  void values_need_no_array() {
    Starling.local(
        RANKS,
        world -> {
          int rank = world.rank();
          assertThat(world.allreduce(rank, ReductionOperator.SUM)).isEqualTo(3);
          assertThat(world.allreduce((long) rank, ReductionOperator.MAX)).isEqualTo(2L);
          assertThat(world.allreduce(rank + 0.5, ReductionOperator.SUM)).isEqualTo(4.5);
          assertThat(world.allreduce(rank + 0.5f, ReductionOperator.MIN)).isEqualTo(0.5f);
          assertThat(world.allreduce(rank == 2, ReductionOperator.LOGICAL_OR)).isTrue();
          assertThat(world.allreduce(rank == 2, ReductionOperator.LOGICAL_AND)).isFalse();
          assertThat(world.scan(rank + 1, ReductionOperator.SUM))
              .isEqualTo((rank + 1) * (rank + 2) / 2);
          assertThat(world.exclusiveScan(rank + 1L, ReductionOperator.SUM))
              .isEqualTo(rank * (rank + 1) / 2);
          assertThat(world.broadcast(10 + rank, ROOT)).isEqualTo(11);
          assertThat(world.broadcast(rank / 2.0, ROOT)).isEqualTo(0.5);
          assertThat(world.broadcast(rank == ROOT, ROOT)).isTrue();
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
              .isThrownBy(() -> world.allreduce(1.5, ReductionOperator.BITWISE_OR))
              .withMessage("rank 0: operator bor is not defined on FLOAT64");
        });
  }
}
