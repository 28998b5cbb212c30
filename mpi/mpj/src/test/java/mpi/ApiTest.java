package mpi;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.InputStream;
import java.lang.reflect.Constructor;
import java.lang.reflect.Executable;
import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Class files find the types and members that they were compiled against, and no others. */
final class ApiTest {

  private static final String CONSTANT = "static final";

  private static List<String> expected() throws IOException {
    try (InputStream list = ApiTest.class.getResourceAsStream("/mpj-api.txt")) {
      return new String(list.readAllBytes(), StandardCharsets.UTF_8)
          .lines()
          .filter(line -> !line.startsWith("#"))
          .map(ApiTest::comparable)
          .toList();
    }
  }

  /** Values count for constants alone, since class files have copies of them. */
  private static String comparable(String line) {
    int value = line.indexOf(" = ");
    return value >= 0 && !line.contains(CONSTANT) ? line.substring(0, value) : line;
  }

  private static Class<?> type(String line) {
    try {
      return Class.forName(line.split(" ")[1], false, ApiTest.class.getClassLoader());
    } catch (ClassNotFoundException e) {
      throw new AssertionError("a type is missing: " + line, e);
    }
  }

  private static String modifiers(int modifiers) {
    String text = Modifier.toString(modifiers & ~Modifier.INTERFACE);
    return (modifiers & (Modifier.PUBLIC | Modifier.PROTECTED)) == 0
        ? ("package-private " + text.replace("abstract", "").trim()).trim()
        : text;
  }

  private static String names(Class<?>... types) {
    return Arrays.stream(types).map(Class::getTypeName).collect(Collectors.joining(", "));
  }

  private static String line(Class<?> type) {
    String text = "type " + type.getName() + " " + modifiers(type.getModifiers());
    if (type.isInterface()) {
      return text + " interface";
    }
    String interfaces = names(type.getInterfaces());
    return text
        + " class extends "
        + type.getSuperclass().getName()
        + (interfaces.isEmpty() ? "" : " implements " + interfaces);
  }

  private static String line(Executable member, String kind, String name) {
    String thrown = names(member.getExceptionTypes());
    return kind
        + " "
        + member.getDeclaringClass().getName()
        + " "
        + Modifier.toString(member.getModifiers() & Modifier.methodModifiers())
        + " "
        + name
        + "("
        + names(member.getParameterTypes())
        + ")"
        + (thrown.isEmpty() ? "" : " throws " + thrown);
  }

  private static String line(Field field) {
    String text =
        "field "
            + field.getDeclaringClass().getName()
            + " "
            + Modifier.toString(field.getModifiers())
            + " "
            + field.getType().getTypeName()
            + " "
            + field.getName();
    try {
      return text.contains(CONSTANT) && !field.getName().startsWith("NUM_")
          ? text + " = " + field.get(null)
          : text;
    } catch (IllegalAccessException e) {
      throw new AssertionError(e);
    }
  }

  private static boolean isOpen(int modifiers) {
    return Modifier.isPublic(modifiers) || Modifier.isProtected(modifiers);
  }

  private static Stream<String> lines(Class<?> type) {
    Stream<String> constructors =
        Arrays.stream(type.getDeclaredConstructors())
            .filter(member -> isOpen(member.getModifiers()))
            .map((Constructor<?> member) -> line(member, "constructor", type.getName()));
    Stream<String> fields =
        Arrays.stream(type.getDeclaredFields())
            .filter(member -> isOpen(member.getModifiers()))
            .map(ApiTest::line);
    Stream<String> methods =
        Arrays.stream(type.getDeclaredMethods())
            .filter(member -> isOpen(member.getModifiers()) && !member.isSynthetic())
            .map(ApiTest::method);
    return Stream.of(Stream.of(line(type)), constructors, fields, methods).flatMap(all -> all);
  }

  private static String method(Method member) {
    return line(member, "method", member.getReturnType().getTypeName() + " " + member.getName());
  }

  @Test
  void typesAndMembersAreThoseOfMpjExpress() throws IOException {
    Set<String> wanted = new TreeSet<>(expected());
    Set<Class<?>> types = new LinkedHashSet<>();
    wanted.stream().filter(line -> line.startsWith("type ")).forEach(line -> types.add(type(line)));
    Set<String> actual =
        types.stream().flatMap(ApiTest::lines).collect(Collectors.toCollection(TreeSet::new));
    assertEquals(String.join("\n", wanted), String.join("\n", actual));
  }

  @Test
  void statusesHaveTheFieldsOfTheirSuperclass() throws NoSuchFieldException {
    for (String name : List.of("source", "tag", "index", "count", "countInBytes", "numEls")) {
      assertEquals(int.class, Status.class.getField(name).getType(), name);
    }
  }

  @Test
  void exceptionsAreUnchecked() {
    assertTrue(RuntimeException.class.isAssignableFrom(MPIException.class));
    assertTrue(xdev.XDevException.class.isAssignableFrom(MPIException.class));
  }

  @Test
  void datatypesAndOperatorsAreThereBeforeInit() {
    assertEquals(1, MPI.INT.Extent());
    assertTrue(MPI.REQUEST_NULL.Is_null());
    assertEquals(0, MPI.EMPTY_STATUS.Get_count(MPI.INT));
    assertFalse(MPI.Initialized());
  }
}
