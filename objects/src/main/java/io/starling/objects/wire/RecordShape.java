package io.starling.objects.wire;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.RecordComponent;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;

/**
 * A record on the wire: its components, in their order, without anything between.
 *
 * <pre>
 *   record Place(int store, boolean complete, ...)    | store 4 | complete 1 | ...
 * </pre>
 */
final class RecordShape implements ValueCodec {

  private final Class<?> type;
  private final RecordComponent[] components;
  private final ValueCodec[] codecs;
  private final int smallest;
  private final String description;

  /** Made at its first use: those of all records would cost some 60 ms at the start. */
  private MethodHandle constructor;

  private MethodHandle[] accessors;

  /**
   * @param codecs of the components
   */
  RecordShape(Class<?> type, List<ValueCodec> codecs) {
    this.type = type;
    this.components = type.getRecordComponents();
    this.codecs = codecs.toArray(ValueCodec[]::new);
    this.smallest = codecs.stream().mapToInt(ValueCodec::smallest).sum();
    this.description = describe(type, components, codecs);
  }

  Class<?> type() {
    return type;
  }

  @Override
  public void write(Object value, GrowingBuffer to) {
    if (accessors == null) {
      bind();
    }
    for (int i = 0; i < codecs.length; i++) {
      codecs[i].write(component(i, value), to);
    }
  }

  @Override
  public Object read(ByteBuffer from) throws MalformedFrameException {
    if (constructor == null) {
      bind();
    }
    Object[] values = new Object[codecs.length];
    for (int i = 0; i < values.length; i++) {
      values[i] = codecs[i].read(from);
    }
    return make(values);
  }

  @Override
  public int smallest() {
    return smallest;
  }

  @Override
  public String description() {
    return description;
  }

  private void bind() {
    try {
      MethodHandles.Lookup lookup = MethodHandles.privateLookupIn(type, MethodHandles.lookup());
      Class<?>[] types =
          Arrays.stream(components).map(RecordComponent::getType).toArray(Class<?>[]::new);
      constructor =
          lookup
              .findConstructor(type, MethodType.methodType(void.class, types))
              .asSpreader(Object[].class, types.length)
              .asType(MethodType.methodType(Object.class, Object[].class));
      MethodHandle[] found = new MethodHandle[components.length];
      for (int i = 0; i < components.length; i++) {
        found[i] =
            lookup
                .unreflect(components[i].getAccessor())
                .asType(MethodType.methodType(Object.class, Object.class));
      }
      accessors = found;
    } catch (IllegalAccessException | NoSuchMethodException e) {
      throw new IllegalStateException(type + " can't be read or made here", e);
    }
  }

  private Object component(int index, Object value) {
    try {
      return accessors[index].invokeExact(value);
    } catch (Throwable e) {
      throw new IllegalStateException("component %d of %s".formatted(index, type), e);
    }
  }

  private Object make(Object[] values) throws MalformedFrameException {
    try {
      return constructor.invokeExact(values);
    } catch (RuntimeException e) {
      throw new MalformedFrameException(
          "sent a %s that can't be: %s".formatted(type.getSimpleName(), e.getMessage()));
    } catch (Error e) {
      throw e;
    } catch (Throwable e) {
      throw new IllegalStateException("the constructor of " + type, e);
    }
  }

  private static String describe(
      Class<?> type, RecordComponent[] components, List<ValueCodec> codecs) {
    StringBuilder text = new StringBuilder(RecordCodec.path(type)).append('(');
    for (int i = 0; i < components.length; i++) {
      text.append(i == 0 ? "" : ", ")
          .append(components[i].getName())
          .append(": ")
          .append(codecs.get(i).description());
    }
    return text.append(')').toString();
  }
}
