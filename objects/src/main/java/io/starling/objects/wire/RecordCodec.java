package io.starling.objects.wire;

import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/**
 * Every message on the wire, without code for any: the sealed hierarchy says what there is.
 *
 * <pre>
 *   sealed interface  ->  | number of the record 2 | the record |      numbers by sorted names
 *   record            ->  | component | component | ...
 * </pre>
 *
 * <p>Invariant: two processes with the same {@link #hash} give every record the same number and
 * form.
 */
public final class RecordCodec {

  private final Class<?> root;
  private final Map<Class<?>, Integer> numbers = new HashMap<>();
  private final RecordShape[] shapes;
  private final Map<Class<?>, RecordShape> known = new HashMap<>();
  private final Set<Class<?>> open = new HashSet<>();
  private final ValueCodec messages;

  /**
   * @param root a sealed interface
   * @throws IllegalArgumentException if a component has a type that can't be sent, or contains
   *     itself
   */
  public RecordCodec(Class<?> root) {
    this.root = root;
    Set<Class<?>> leaves =
        new TreeSet<>(Comparator.<Class<?>, String>comparing(type -> type.getName()));
    collect(root, new HashSet<>(), leaves);
    this.shapes = new RecordShape[leaves.size()];
    leaves.forEach(leaf -> numbers.put(leaf, numbers.size()));
    leaves.forEach(leaf -> shapes[numbers.get(leaf)] = shape(leaf));
    this.messages = new SealedCodec(root);
  }

  /** Writes a message; where it can't, the buffer is empty then. */
  public void encode(Object message, GrowingBuffer to) {
    try {
      messages.write(message, to);
    } catch (RuntimeException e) {
      // A half message would become the beginning of the next one.
      to.discard();
      throw e;
    }
  }

  /**
   * Reads a message, to the last byte.
   *
   * @throws MalformedFrameException if the bytes are no message
   */
  public Object decode(ByteBuffer from) throws MalformedFrameException {
    Object message = messages.read(from);
    if (from.hasRemaining()) {
      throw new MalformedFrameException(
          "sent %d bytes after the end of a message".formatted(from.remaining()));
    }
    return message;
  }

  /** Two processes with the same value understand each other. */
  public long hash() {
    try {
      byte[] digest =
          MessageDigest.getInstance("SHA-256")
              .digest(description().getBytes(StandardCharsets.UTF_8));
      return ByteBuffer.wrap(digest).getLong();
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java platform has SHA-256", e);
    }
  }

  /** All records with their numbers and components. */
  String description() {
    StringBuilder text = new StringBuilder(root.getName());
    for (int i = 0; i < shapes.length; i++) {
      text.append('\n').append(i).append(' ').append(shapes[i].description());
    }
    return text.toString();
  }

  /** The records that occur under a sealed interface. */
  List<Class<?>> records() {
    return Arrays.stream(shapes).<Class<?>>map(RecordShape::type).toList();
  }

  /** The name of a type with those of the types around it. */
  static String path(Class<?> type) {
    return type.getName().substring(type.getPackageName().length() + 1).replace('$', '.');
  }

  /** Finds the records that can stand where a sealed interface stands, here and in components. */
  private static void collect(Type type, Set<Type> seen, Set<Class<?>> leaves) {
    if (!seen.add(type)) {
      return;
    }
    if (type instanceof ParameterizedType list) {
      collect(list.getActualTypeArguments()[0], seen, leaves);
    } else if (type instanceof Class<?> one && one.isRecord()) {
      for (RecordComponent component : one.getRecordComponents()) {
        collect(component.getGenericType(), seen, leaves);
      }
    } else if (type instanceof Class<?> one && one.isSealed()) {
      for (Class<?> permitted : one.getPermittedSubclasses()) {
        collect(permitted, seen, leaves);
        if (permitted.isRecord()) {
          leaves.add(permitted);
        }
      }
    }
  }

  private RecordShape shape(Class<?> type) {
    RecordShape done = known.get(type);
    if (done != null) {
      return done;
    }
    if (!open.add(type)) {
      throw new IllegalArgumentException(type + " contains itself: its depth has no bound");
    }
    List<ValueCodec> codecs = new ArrayList<>();
    for (RecordComponent component : type.getRecordComponents()) {
      codecs.add(codec(component.getGenericType()));
    }
    RecordShape shape = new RecordShape(type, codecs);
    known.put(type, shape);
    return shape;
  }

  private ValueCodec codec(Type type) {
    if (type instanceof ParameterizedType list && list.getRawType() == List.class) {
      return ValueCodecs.list(codec(list.getActualTypeArguments()[0]));
    }
    if (type instanceof Class<?> one) {
      if (one == long.class) {
        return ValueCodecs.LONG;
      } else if (one == int.class) {
        return ValueCodecs.INT;
      } else if (one == boolean.class) {
        return ValueCodecs.BOOLEAN;
      } else if (one == String.class) {
        return ValueCodecs.TEXT;
      } else if (one == byte[].class) {
        return ValueCodecs.BYTES;
      } else if (one.isEnum()) {
        return ValueCodecs.constants(one);
      } else if (one.isRecord()) {
        return shape(one);
      } else if (one.isSealed() && one.isInterface()) {
        numbers.keySet().stream().filter(one::isAssignableFrom).forEach(this::shape);
        return new SealedCodec(one);
      }
    }
    throw new IllegalArgumentException("no message can carry a " + type.getTypeName());
  }

  /** Any record under a sealed interface. */
  private final class SealedCodec implements ValueCodec {

    private final Class<?> bound;

    SealedCodec(Class<?> bound) {
      this.bound = bound;
    }

    @Override
    public void write(Object value, GrowingBuffer to) {
      int number = numbers.get(value.getClass());
      to.room(Short.BYTES).putShort((short) number);
      shapes[number].write(value, to);
    }

    @Override
    public Object read(ByteBuffer from) throws MalformedFrameException {
      ValueCodec.need(from, Short.BYTES);
      int number = Short.toUnsignedInt(from.getShort());
      if (number >= shapes.length || !bound.isAssignableFrom(shapes[number].type())) {
        throw new MalformedFrameException(
            "sent number %d, which is no %s".formatted(number, path(bound)));
      }
      return shapes[number].read(from);
    }

    @Override
    public int smallest() {
      return Short.BYTES;
    }

    @Override
    public String description() {
      return path(bound);
    }
  }
}
