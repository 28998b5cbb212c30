package io.starling.collectives;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.starling.runtime.memory.Buffer;
import io.starling.runtime.reduction.ReductionOperator;
import io.starling.runtime.reduction.ReductionOperators;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Null instead of an argument, in every call that takes a buffer, counts or an operator. */
@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
class NullArgumentTest {

  private static final List<Class<?>> NULLABLE =
      List.of(Buffer.class, Counts.class, ReductionOperator.class);

  /** A call, and which of its arguments is null. */
  record Case(Method method, int absent) {
    @Override
    public String toString() {
      return method.getName() + " without argument " + absent;
    }

    /** What the message calls it. */
    String role() {
      Class<?> type = method.getParameterTypes()[absent];
      if (type == Counts.class) {
        return "counts( of data| of result)?";
      }
      if (type == ReductionOperator.class) {
        return "operator";
      }
      boolean first = Arrays.asList(method.getParameterTypes()).indexOf(type) == absent;
      String name = method.getName();
      if (first ? name.matches("receive|iReceive|receiveInit") : name.endsWith("endReceive")) {
        return "buffer";
      }
      return first ? "data" : "result";
    }
  }

  static Stream<Case> cases() {
    return Stream.of(GraphCommunicator.class.getMethods())
        .flatMap(
            method ->
                IntStream.range(0, method.getParameterCount())
                    .filter(i -> NULLABLE.contains(method.getParameterTypes()[i]))
                    .mapToObj(i -> new Case(method, i)));
  }

  private static GraphCommunicator alone() {
    return new SteppedRanks(1, 1).worlds().getFirst().graph(new int[] {0}, new int[] {0});
  }

  private static Object valid(Class<?> type) {
    if (type == Buffer.class) {
      return Buffer.of(new int[2]);
    }
    if (type == Counts.class) {
      return Counts.of(2);
    }
    return type == ReductionOperator.class ? ReductionOperators.SUM : (Object) 0;
  }

  @ParameterizedTest
  @MethodSource("cases")
  void null_is_refused_by_a_message_that_names_the_argument_and_the_call(Case call) {
    Object[] arguments =
        Stream.of(call.method.getParameterTypes()).map(NullArgumentTest::valid).toArray();
    arguments[call.absent] = null;
    assertThatThrownBy(() -> call.method.invoke(alone(), arguments))
        .isInstanceOf(InvocationTargetException.class)
        .cause()
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageMatching(
            "rank 0: %s got null instead of %s".formatted(call.method.getName(), call.role()));
  }

  @Test
  void every_form_of_every_call_is_among_them() {
    assertThat(cases().map(call -> call.method.getName()))
        .contains(
            "broadcast",
            "iScatterv",
            "gathervInit",
            "alltoallv",
            "reduce",
            "send",
            "receiveInit",
            "iNeighbourAlltoallv",
            "sendReceiveReplace",
            "exclusiveScanInit");
  }
}
