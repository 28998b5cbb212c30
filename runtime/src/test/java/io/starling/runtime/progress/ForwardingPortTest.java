package io.starling.runtime.progress;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
class ForwardingPortTest {

  private record Call(Method method, List<Object> arguments) {}

  private final List<Call> calls = new ArrayList<>();

  static Stream<Method> methods() {
    return Arrays.stream(Port.class.getMethods())
        .filter(method -> !Modifier.isStatic(method.getModifiers()));
  }

  @ParameterizedTest
  @MethodSource("methods")
  void every_call_goes_to_the_port_as_it_is(Method method) throws ReflectiveOperationException {
    Port behind =
        (Port)
            Proxy.newProxyInstance(
                Port.class.getClassLoader(),
                new Class<?>[] {Port.class},
                (_, called, arguments) -> {
                  calls.add(new Call(called, list(arguments)));
                  return value(called.getReturnType());
                });
    Object[] arguments =
        Arrays.stream(method.getParameterTypes()).map(ForwardingPortTest::value).toArray();

    Object result = method.invoke(new ForwardingPort(behind) {}, arguments);

    assertThat(calls).containsExactly(new Call(method, list(arguments)));
    assertThat(result).isEqualTo(value(method.getReturnType()));
  }

  private static List<Object> list(Object... arguments) {
    return arguments == null ? List.of() : Arrays.asList(arguments);
  }

  private static Object value(Class<?> type) {
    if (type == boolean.class) {
      return true;
    }
    if (type == int.class) {
      return 7;
    }
    return type == long.class ? 11L : null;
  }
}
