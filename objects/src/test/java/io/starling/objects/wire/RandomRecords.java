package io.starling.objects.wire;

import io.starling.objects.protocol.View;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** Records with random components, and a text of all that a record has. */
public final class RandomRecords {

  private static final int LONGEST = 5;

  private final Random random;

  public RandomRecords(Random random) {
    this.random = random;
  }

  public Object of(Type type) {
    if (type instanceof ParameterizedType list) {
      Type element = list.getActualTypeArguments()[0];
      return IntStream.range(0, random.nextInt(LONGEST)).mapToObj(i -> of(element)).toList();
    }
    Class<?> one = (Class<?>) type;
    if (one == long.class) {
      return random.nextLong();
    } else if (one == int.class) {
      return random.nextInt();
    } else if (one == boolean.class) {
      return random.nextBoolean();
    } else if (one == String.class) {
      return "tëxt €" + random.nextInt();
    } else if (one == byte[].class) {
      byte[] bytes = new byte[random.nextInt(100)];
      random.nextBytes(bytes);
      return bytes;
    } else if (one.isEnum()) {
      return one.getEnumConstants()[random.nextInt(one.getEnumConstants().length)];
    } else if (one == View.class) {
      return View.ofSlots(random.nextLong(), random.ints(0, 1000).distinct().limit(3).toArray());
    } else if (one.isRecord()) {
      return record(one);
    }
    List<Class<?>> records = records(one).toList();
    return of(records.get(random.nextInt(records.size())));
  }

  /** Everything in a value. */
  public static String text(Object value) {
    return switch (value) {
      case Record record ->
          record.getClass().getName()
              + Arrays.stream(record.getClass().getRecordComponents())
                  .map(component -> component.getName() + "=" + text(get(record, component)))
                  .collect(Collectors.joining(", ", "(", ")"));
      case List<?> list ->
          list.stream().map(RandomRecords::text).collect(Collectors.joining(", ", "[", "]"));
      case byte[] bytes -> Arrays.toString(bytes);
      default -> value.toString();
    };
  }

  private Object record(Class<?> type) {
    RecordComponent[] components = type.getRecordComponents();
    try {
      return type.getConstructor(
              Arrays.stream(components).map(RecordComponent::getType).toArray(Class<?>[]::new))
          .newInstance(
              Arrays.stream(components).map(component -> of(component.getGenericType())).toArray());
    } catch (ReflectiveOperationException e) {
      throw new LinkageError(type + " can't be made", e);
    }
  }

  private static Stream<Class<?>> records(Class<?> type) {
    return type.isRecord()
        ? Stream.of(type)
        : Arrays.stream(type.getPermittedSubclasses()).flatMap(RandomRecords::records);
  }

  private static Object get(Record record, RecordComponent component) {
    try {
      return component.getAccessor().invoke(record);
    } catch (ReflectiveOperationException e) {
      throw new LinkageError(component + " can't be read", e);
    }
  }
}
