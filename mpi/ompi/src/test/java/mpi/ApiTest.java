package mpi;

import static java.util.stream.Collectors.joining;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.io.InputStream;
import java.lang.reflect.Constructor;
import java.lang.reflect.Executable;
import java.lang.reflect.Field;
import java.lang.reflect.Member;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Programs come as class files: the public members of the package are those of the resource. */
class ApiTest {

  /** Types that programs extend, so that their protected members count. */
  private static final Set<String> EXTENDED = Set.of("mpi.Struct", "mpi.Struct$Data");

  private static final int NOT_COMPARED = Modifier.NATIVE | Modifier.SYNCHRONIZED;

  @Test
  void programsFindTheirMembers() throws Exception {
    List<String> listed = listed();
    List<String> found = new ArrayList<>();
    for (String line : listed) {
      if (line.startsWith("type ")) {
        Class<?> type = Class.forName(line.split(" ")[1], false, getClass().getClassLoader());
        found.add(describe(type));
        describeMembers(type, found);
      }
    }
    assertEquals("", lines(without(listed, found)), "missing");
    assertEquals("", lines(without(found, listed)), "not in the list");
  }

  @Test
  void noOtherTypeIsPublic() throws Exception {
    Set<String> listed = new TreeSet<>();
    listed().stream()
        .filter(line -> line.startsWith("type "))
        .forEach(line -> listed.add(line.split(" ")[1]));
    assertEquals(lines(listed), lines(publicTypes()));
  }

  private static List<String> listed() throws IOException {
    try (InputStream in = ApiTest.class.getResourceAsStream("/ompi-api.txt")) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8)
          .lines()
          .filter(line -> !line.startsWith("#"))
          .map(line -> line.replaceAll(" {2}#.*", "").replaceAll(" (native|synchronized)\\b", ""))
          .filter(ApiTest::isCompared)
          .toList();
    }
  }

  private static boolean isCompared(String line) {
    String[] words = line.split(" ");
    return words[2].equals("public") || (EXTENDED.contains(words[1]) && isMember(words[0]));
  }

  private static boolean isMember(String kind) {
    return !kind.equals("type");
  }

  private static boolean isCompared(Class<?> type, Member member) {
    int modifiers = member.getModifiers();
    return !member.isSynthetic()
        && (Modifier.isPublic(modifiers)
            || (Modifier.isProtected(modifiers) && EXTENDED.contains(type.getName())));
  }

  private static String describe(Class<?> type) {
    String modifiers = Modifier.toString(type.getModifiers());
    if (type.isInterface()) {
      return "type %s %s".formatted(type.getName(), modifiers.replace(" static", ""));
    }
    String interfaces =
        Arrays.stream(type.getInterfaces()).map(Class::getName).collect(joining(", "));
    return "type %s %s class extends %s%s"
        .formatted(
            type.getName(),
            modifiers,
            type.getSuperclass().getName(),
            interfaces.isEmpty() ? "" : " implements " + interfaces);
  }

  private static void describeMembers(Class<?> type, List<String> found) throws Exception {
    for (Constructor<?> constructor : type.getDeclaredConstructors()) {
      if (isCompared(type, constructor)) {
        found.add(describe("constructor", type, "", type.getName(), constructor));
      }
    }
    for (Method method : type.getDeclaredMethods()) {
      if (isCompared(type, method)) {
        String result = name(method.getReturnType()) + " ";
        found.add(describe("method", type, result, method.getName(), method));
      }
    }
    for (Field field : type.getDeclaredFields()) {
      if (isCompared(type, field)) {
        String value = field.getType() == int.class ? " = " + field.getInt(null) : "";
        found.add(
            "field %s %s %s %s%s"
                .formatted(
                    type.getName(),
                    Modifier.toString(field.getModifiers()),
                    field.getType().getName(),
                    field.getName(),
                    value));
      }
    }
  }

  private static String name(Class<?> type) {
    return type.isArray() ? type.getTypeName() : type.getName();
  }

  private static String describe(
      String kind, Class<?> type, String result, String name, Executable executable) {
    String parameters =
        Arrays.stream(executable.getParameterTypes()).map(ApiTest::name).collect(joining(", "));
    String exceptions =
        Arrays.stream(executable.getExceptionTypes()).map(Class::getName).collect(joining(", "));
    return "%s %s %s %s%s(%s)%s"
        .formatted(
            kind,
            type.getName(),
            Modifier.toString(executable.getModifiers() & ~NOT_COMPARED & ~Modifier.TRANSIENT),
            result,
            name,
            parameters,
            exceptions.isEmpty() ? "" : " throws " + exceptions);
  }

  private static Set<String> publicTypes() throws IOException, URISyntaxException {
    Path classes =
        Path.of(MPI.class.getProtectionDomain().getCodeSource().getLocation().toURI())
            .resolve("mpi");
    Set<String> names = new TreeSet<>();
    try (Stream<Path> files = Files.list(classes)) {
      for (Path file : files.toList()) {
        String name = file.getFileName().toString();
        if (name.endsWith(".class")) {
          addIfPublic("mpi." + name.substring(0, name.length() - ".class".length()), names);
        }
      }
    }
    return names;
  }

  private static void addIfPublic(String name, Set<String> names) {
    try {
      Class<?> type = Class.forName(name, false, ApiTest.class.getClassLoader());
      if (Modifier.isPublic(type.getModifiers())) {
        names.add(name);
      }
    } catch (ClassNotFoundException e) {
      throw new AssertionError(e);
    }
  }

  private static Set<String> without(List<String> lines, List<String> others) {
    Set<String> rest = new TreeSet<>(lines);
    rest.removeAll(Set.copyOf(others));
    return rest;
  }

  private static String lines(Set<String> lines) {
    return String.join("\n", lines);
  }
}
