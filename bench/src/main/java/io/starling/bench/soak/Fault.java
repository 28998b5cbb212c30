package io.starling.bench.soak;

import io.starling.collectives.Communicator;
import io.starling.runtime.datatype.Datatype;
import io.starling.runtime.memory.Buffer;
import io.starling.runtime.reduction.Fold;
import io.starling.runtime.reduction.ReductionOperator;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.Arrays;
import java.util.Locale;
import java.util.Set;

/** What can be made wrong on purpose: a soak that can't fail shows nothing. */
enum Fault {
  /** Nothing. */
  NONE,
  /** Every fold computes something else. */
  OPERATOR,
  /** Folds whose order matters are done in any order. */
  ORDER,
  /** A broadcast has another root. */
  ROOT,
  /** A message loses its last element. */
  SHORT;

  private static final Set<String> SENDS = Set.of("send", "iSend", "sendInit");

  static Fault named(String name) {
    return valueOf(name.toUpperCase(Locale.ROOT));
  }

  /** The same communicator with this fault, which also those have that are made of it. */
  Communicator in(Communicator sound) {
    return this == NONE ? sound : (Communicator) faulty(sound);
  }

  private Object faulty(Object sound) {
    Class<?>[] interfaces =
        Arrays.stream(sound.getClass().getInterfaces())
            .filter(Communicator.class::isAssignableFrom)
            .toArray(Class<?>[]::new);
    InvocationHandler handler = (_, method, arguments) -> call(sound, method, arguments);
    return Proxy.newProxyInstance(
        Communicator.class.getClassLoader(),
        interfaces.length == 0 ? new Class<?>[] {Communicator.class} : interfaces,
        handler);
  }

  private Object call(Object sound, Method method, Object[] arguments) throws Throwable {
    Object[] changed = arguments == null ? null : arguments.clone();
    for (int i = 0; changed != null && i < changed.length; i++) {
      changed[i] = change((Communicator) sound, method.getName(), arguments, i);
    }
    try {
      Object result = method.invoke(sound, changed);
      return result instanceof Communicator made ? faulty(made) : result;
    } catch (InvocationTargetException e) {
      throw e.getCause();
    }
  }

  private Object change(Communicator sound, String call, Object[] arguments, int index) {
    Object argument = arguments[index];
    return switch (this) {
      case OPERATOR ->
          argument instanceof ReductionOperator operator && operator != Folding.LAST
              ? Folding.LAST
              : argument;
      case ORDER ->
          argument instanceof ReductionOperator operator && !operator.commutative()
              ? new Unordered(operator)
              : argument;
      case ROOT ->
          argument instanceof Integer root && call.toLowerCase(Locale.ROOT).contains("broadcast")
              ? (root + 1) % sound.size()
              : argument;
      case SHORT ->
          argument instanceof Buffer data && SENDS.contains(call) && data.count() > 0
              ? data.slice(0, data.count() - 1)
              : argument;
      case NONE -> argument;
    };
  }

  /** Claims that the order of its operands does not matter. */
  private record Unordered(ReductionOperator operator) implements ReductionOperator {

    @Override
    public String name() {
      return operator.name();
    }

    @Override
    public boolean commutative() {
      return true;
    }

    @Override
    public boolean supports(Datatype type) {
      return operator.supports(type);
    }

    @Override
    public Fold fold(Datatype type) {
      return operator.fold(type);
    }
  }
}
