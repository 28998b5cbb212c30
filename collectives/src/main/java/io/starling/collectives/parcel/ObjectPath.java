package io.starling.collectives.parcel;

import java.io.IOException;
import java.io.NotSerializableException;
import java.io.ObjectOutputStream;
import java.io.OutputStream;
import java.io.Serializable;
import java.lang.reflect.Field;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Finds the way from an object to a part of it that is not serialisable, by writing it once more
 * into nothing. Objects are written recursively, so the depth of the stack says which objects
 * contain the one that is written.
 */
final class ObjectPath extends ObjectOutputStream {

  private record Step(Object object, long depth) {}

  private final Deque<Step> steps = new ArrayDeque<>();
  private boolean isFound;

  private ObjectPath() throws IOException {
    super(OutputStream.nullOutputStream());
    enableReplaceObject(true);
  }

  /** The same exception with the path. */
  static NotSerializableException explain(Object value, NotSerializableException cause) {
    var explained =
        new NotSerializableException(
            "%s is not Serializable%s".formatted(cause.getMessage(), path(value)));
    explained.initCause(cause);
    return explained;
  }

  private static String path(Object value) {
    try (ObjectPath path = new ObjectPath()) {
      try {
        path.writeObject(value);
      } catch (IOException e) {
        return ", at " + path.describe();
      }
    } catch (IOException e) {
      return "";
    }
    return "";
  }

  @Override
  protected Object replaceObject(Object object) {
    if (isFound) {
      // The stream writes its exception.
      return object;
    }
    isFound = !(object instanceof Serializable);
    long depth = StackWalker.getInstance().walk(Stream::count);
    while (!steps.isEmpty() && steps.getLast().depth >= depth) {
      steps.removeLast();
    }
    steps.addLast(new Step(object, depth));
    return object;
  }

  private String describe() {
    List<Object> objects = steps.stream().map(Step::object).collect(Collectors.toList());
    List<String> names = new ArrayList<>();
    for (int i = 0; i < objects.size(); i++) {
      String field = i + 1 < objects.size() ? field(objects.get(i), objects.get(i + 1)) : "";
      names.add(objects.get(i).getClass().getTypeName() + field);
    }
    return String.join(" -> ", names);
  }

  /** The field of an object that refers to a part of it, where the program's modules let it see. */
  private static String field(Object whole, Object part) {
    for (Class<?> type = whole.getClass(); type != null; type = type.getSuperclass()) {
      for (Field field : type.getDeclaredFields()) {
        if (refers(field, whole, part)) {
          return "." + field.getName();
        }
      }
    }
    return "";
  }

  private static boolean refers(Field field, Object whole, Object part) {
    try {
      return field.trySetAccessible() && field.get(whole) == part;
    } catch (IllegalAccessException e) {
      return false;
    }
  }
}
