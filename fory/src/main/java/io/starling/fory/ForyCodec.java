package io.starling.fory;

import io.starling.collectives.Codec;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.List;
import org.apache.fory.Fory;
import org.apache.fory.ThreadSafeFory;
import org.apache.fory.memory.MemoryBuffer;
import org.apache.fory.serializer.Serializer;

/**
 * Apache Fory (https://fory.apache.org) as the codec of objects: it compiles a serializer for each
 * class, so a small record takes a sixth of what Java serialisation takes. Classes need not be
 * {@link java.io.Serializable}. Large primitive arrays travel beside the stream.
 *
 * <pre>{@code
 * world.useCodec(ForyCodec.of(Task.class, Answer.class));
 * }</pre>
 *
 * <p>All ranks use the same classes in the same versions. Objects nested deeper than 1,000 are
 * refused. Fory makes objects without their constructors, except records, and reads final fields by
 * {@code sun.misc.Unsafe}: start ranks with {@code
 * --add-opens=java.base/java.lang.invoke=ALL-UNNAMED} (or {@code =org.apache.fory.core} where Fory
 * is a named module) to avoid the JVM's warning.
 *
 * <p>Threads: any thread may use it; each has serializers of its own.
 */
public final class ForyCodec implements Codec {

  private static final int MAX_DEPTH = 1000;

  private static final List<Class<?>> ARRAYS =
      List.of(
          byte[].class,
          boolean[].class,
          char[].class,
          short[].class,
          int[].class,
          long[].class,
          float[].class,
          double[].class);

  private final ThreadSafeFory fory;

  /** For {@code --codec fory}; the same as {@link #ofAnyClass}. */
  public ForyCodec() {
    this(false);
  }

  private ForyCodec(boolean requireRegistration, Class<?>... classes) {
    fory =
        Fory.builder()
            .withXlang(false)
            .withRefTracking(true)
            .withMaxDepth(MAX_DEPTH)
            .withDeserializeUnknownClass(false)
            .requireClassRegistration(requireRegistration)
            .suppressClassRegistrationWarnings(true)
            .buildThreadLocalFory();
    for (Class<?> type : classes) {
      fory.register(type);
    }
    fory.registerCallback(one -> ARRAYS.forEach(type -> divert(one, type)));
  }

  /**
   * A codec for some classes, besides those of the JDK that Fory knows: strings, boxed values,
   * collections, arrays of these. A rank refuses to write and to read all others.
   *
   * @param classes the classes of the program, in the same order on all ranks
   * @return a codec named {@code fory}
   * @throws IllegalArgumentException if a class is null
   */
  public static ForyCodec of(Class<?>... classes) {
    for (Class<?> type : classes) {
      if (type == null) {
        throw new IllegalArgumentException("classes must not contain null");
      }
    }
    return new ForyCodec(true, classes);
  }

  /**
   * A codec for any class. Use it only where every rank and the network between them are trusted:
   * what is read decides which classes are made.
   *
   * @return a codec named {@code fory}
   */
  public static ForyCodec ofAnyClass() {
    return new ForyCodec(false);
  }

  /** Lets arrays of a type travel beside the stream. Fory may ask twice for the same instance. */
  private static <T> void divert(Fory fory, Class<T> type) {
    Serializer<T> plain = fory.getTypeResolver().getSerializer(type);
    if (!(plain instanceof ArraySerializer)) {
      fory.registerSerializer(type, new ArraySerializer<>(fory.getConfig(), type, plain));
    }
  }

  @Override
  public String name() {
    return "fory";
  }

  @Override
  public void encode(Object value, Sink sink) throws IOException {
    byte[] bytes =
        fory.execute(
            one -> {
              one.getWriteContext().putContextObject(ArraySerializer.BESIDE, sink);
              return one.serialize(value);
            });
    sink.write(bytes);
  }

  @Override
  public Object decode(Source source) {
    ByteBuffer bytes = source.remaining();
    return fory.execute(
        one -> {
          one.getReadContext().putContextObject(ArraySerializer.BESIDE, source);
          return one.deserialize(
              MemoryBuffer.fromByteArray(bytes.array(), bytes.arrayOffset(), bytes.remaining()));
        });
  }
}
