package io.starling.collectives.communicator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.starling.collectives.ArrayBlocks;
import io.starling.collectives.ArrayMessages;
import io.starling.collectives.ArrayMovement;
import io.starling.collectives.ArrayMovementRequests;
import io.starling.collectives.ArrayReductions;
import io.starling.collectives.ArrayRequests;
import io.starling.collectives.AttributeKey;
import io.starling.collectives.CartesianCommunicator;
import io.starling.collectives.Communicator;
import io.starling.collectives.Counts;
import io.starling.collectives.DataMovementCollectives;
import io.starling.collectives.GraphCommunicator;
import io.starling.collectives.Hints;
import io.starling.collectives.ObjectCollectives;
import io.starling.collectives.ObjectMessages;
import io.starling.collectives.OpenMode;
import io.starling.collectives.ReductionCollectives;
import io.starling.collectives.TypedBlocks;
import io.starling.collectives.ValueCollectives;
import io.starling.runtime.Buffer;
import io.starling.runtime.Datatype;
import io.starling.runtime.ReductionOperator;
import java.lang.reflect.Array;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Null instead of an argument, in every call of a communicator that takes an object. */
@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
class NullArgumentTest {

  private static final List<Class<?>> COMMUNICATORS =
      List.of(GraphCommunicator.class, CartesianCommunicator.class);

  private static final List<Class<?>> WITHOUT_BUFFERS =
      List.of(
          ArrayMessages.class,
          ArrayRequests.class,
          ArrayMovement.class,
          ArrayBlocks.class,
          ArrayMovementRequests.class,
          ArrayReductions.class,
          ValueCollectives.class);

  /** A call, and which of its arguments is null. */
  record Case(Method method, int absent) {
    @Override
    public String toString() {
      return method.getName() + " without argument " + absent;
    }

    /** What the message calls it. */
    String role() {
      Class<?> type = method.getParameterTypes()[absent];
      if (type == Counts.class || type == ReductionOperator.class) {
        return type == Counts.class ? "counts( of data| of result)?" : "operator";
      }
      if (type == TypedBlocks.class) {
        return "blocks of (data|result)";
      }
      if (type != Buffer.class && !isWithoutBuffers()) {
        return otherRole();
      }
      boolean first = Arrays.asList(method.getParameterTypes()).indexOf(type) == absent;
      String name = method.getName();
      if (first
          ? name.matches("receive|iReceive|receiveInit|partitionedReceiveInit")
          : name.endsWith("endReceive")) {
        return "buffer";
      }
      return first ? "data" : "result";
    }

    private boolean isWithoutBuffers() {
      return WITHOUT_BUFFERS.contains(method.getDeclaringClass());
    }

    private String otherRole() {
      return switch (method.getName()) {
        case "rename" -> "name";
        case "useCodec" -> "codec";
        case "scatterObjects" -> "values";
        case "reduceObjects", "allreduceObjects" -> "operator";
        case "compare" -> "other";
        case "attribute", "deleteAttribute" -> "key";
        case "setAttribute" -> absent == 0 ? "key" : "value";
        case "create", "createGroup" -> "group";
        case "createIntercommunicator" -> "peer";
        case "accept", "connect", "closePort" -> "port";
        case "publish" -> absent == 0 ? "name" : "port";
        case "lookUp" -> absent == 0 ? "name" : "patience";
        case "unpublish" -> "name";
        case "withAlgorithm" -> "specification";
        case "algorithmFor" -> "collective";
        case "splitByLevel" -> "level";
        case "allocate" -> "arena";
        case "createWindow" -> "memory";
        case "openFile" -> List.of("path", "modes", "hints").get(absent);
        case "setHints" -> "hints";
        case "cartesian" -> absent == 0 ? "dimensions" : "periodic";
        case "graph" -> graphRole();
        case "graphOfEdges" -> List.of("sources", "destinations", "weights").get(absent);
        case "sub" -> "remaining";
        case "rank" -> "coordinates";
        default -> throw new IllegalArgumentException(toString());
      };
    }

    private String graphRole() {
      return method.getParameterCount() < 5
          ? List.of("sources", "destinations").get(absent)
          : List.of("sources", "sourceWeights", "destinations", "destinationWeights").get(absent);
    }
  }

  /** Without a launcher, ranks are not started whatever the program is. */
  static Stream<Case> cases() {
    return COMMUNICATORS.stream()
        .flatMap(type -> Stream.of(type.getMethods()))
        .filter(method -> !Modifier.isStatic(method.getModifiers()) && !method.isBridge())
        .flatMap(
            method ->
                IntStream.range(0, method.getParameterCount())
                    .filter(i -> !method.getParameterTypes()[i].isPrimitive())
                    .filter(i -> !isObjectToSend(method, i))
                    .filter(_ -> !method.getName().equals("spawn"))
                    .mapToObj(i -> new Case(method, i)));
  }

  /** Null is an object as any other. */
  private static boolean isObjectToSend(Method method, int argument) {
    return Set.of(ObjectMessages.class, ObjectCollectives.class)
            .contains(method.getDeclaringClass())
        && method.getParameterTypes()[argument] == Object.class;
  }

  /** Of each two buffers, the one that may not be in place. */
  static Stream<Case> inPlaceCases() {
    return Stream.of(DataMovementCollectives.class, ReductionCollectives.class)
        .flatMap(type -> Stream.of(type.getMethods()))
        .filter(method -> buffers(method).length == 2)
        .map(method -> new Case(method, buffers(method)[isScatter(method) ? 0 : 1]));
  }

  private static int[] buffers(Method method) {
    return IntStream.range(0, method.getParameterCount())
        .filter(i -> method.getParameterTypes()[i] == Buffer.class)
        .toArray();
  }

  private static boolean isScatter(Method method) {
    return method.getName().matches("(s|iS)catterv?(Init)?");
  }

  private static Communicator alone(Class<?> type) {
    Communicator world = new SteppedRanks(1, 1).worlds().getFirst();
    return type == CartesianCommunicator.class
        ? world.cartesian(new int[] {1}, new boolean[] {true})
        : world.graph(new int[] {0}, new int[] {0});
  }

  private static Object[] valid(Method method) {
    int length = WITHOUT_BUFFERS.contains(method.getDeclaringClass()) ? 2 : 1;
    return Stream.of(method.getParameterTypes()).map(type -> valid(type, length)).toArray();
  }

  private static Object valid(Class<?> type, int length) {
    if (type == Buffer.class) {
      return Buffer.of(new int[2]);
    }
    if (type == Counts.class) {
      return Counts.of(2);
    }
    if (type == TypedBlocks.class) {
      return TypedBlocks.of(new Datatype.Field(0, 2, Datatype.INT32));
    }
    if (type == boolean[].class && length == 1) {
      return new boolean[] {true};
    }
    if (type.isArray()) {
      return Array.newInstance(type.componentType(), length);
    }
    if (type == boolean.class) {
      return true;
    }
    if (type == String.class) {
      return "text";
    }
    if (type == Path.class) {
      return Path.of("file");
    }
    if (type == Set.class) {
      return Set.of(OpenMode.READ_ONLY);
    }
    if (type == Hints.class) {
      return Hints.EMPTY;
    }
    if (type == AttributeKey.class) {
      return AttributeKey.of("key");
    }
    return type == ReductionOperator.class
        ? ReductionOperator.SUM
        : Array.get(Array.newInstance(type, 1), 0);
  }

  @ParameterizedTest
  @MethodSource("cases")
  void null_is_refused_by_a_message_that_names_the_argument_and_the_call(Case call) {
    assertRefused(call, valid(call.method));
  }

  @ParameterizedTest
  @MethodSource("inPlaceCases")
  void null_is_named_where_it_stands_also_beside_a_buffer_in_place(Case call) {
    Object[] arguments = valid(call.method);
    for (int buffer : buffers(call.method)) {
      arguments[buffer] = Buffer.IN_PLACE;
    }
    assertRefused(call, arguments);
  }

  private static void assertRefused(Case call, Object... arguments) {
    Communicator alone = alone(call.method.getDeclaringClass());
    arguments[call.absent] = null;
    assertThatThrownBy(() -> call.method.invoke(alone, arguments))
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
            "alltoallw",
            "reduce",
            "send",
            "receiveInit",
            "iNeighbourAlltoallv",
            "sendReceiveReplace",
            "exclusiveScanInit",
            "cartesian",
            "sub");
  }
}
