package io.starling.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.lang.reflect.Member;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Test;

/**
 * A program that was linked against a release still links. {@code api-0.2.0.txt} is the {@code
 * api.txt} of 25 November 2026 (commit ae086ff6), when 0.2.0 had just been frozen, and is never
 * changed; later releases have theirs. As the JVM does (JVMS, section 5.4.3), the test looks for a
 * member in the type that the program names and in all above. {@code linked-0.2.0} has a program
 * that was compiled then.
 */
@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
final class LinkedProgramsTest {

  private final Set<String> released = new TreeSet<>();

  LinkedProgramsTest() throws IOException {
    try (DirectoryStream<Path> releases =
        Files.newDirectoryStream(Path.of("src/test/resources"), "api-*.txt")) {
      for (Path release : releases) {
        Files.readAllLines(release).stream()
            .flatMap(LinkedProgramsTest::needs)
            .forEach(released::add);
      }
    }
  }

  @Test
  void every_type_and_member_of_the_release_is_found() {
    Set<String> found =
        PublicApi.types().flatMap(LinkedProgramsTest::found).collect(Collectors.toSet());
    assertThat(released).isNotEmpty().isSubsetOf(found);
  }

  /** The sources of its class files are beside them. */
  @Test
  void a_program_of_the_release_runs_and_its_results_are_right()
      throws IOException, ReflectiveOperationException {
    URL[] programs = {Path.of("src/test/resources/linked-0.2.0").toUri().toURL()};
    try (var loader = new URLClassLoader(programs, getClass().getClassLoader())) {
      loader
          .loadClass("linked.LinkedProgram")
          .getMethod("main", String[].class)
          .invoke(null, (Object) new String[0]);
    }
  }

  @Test
  void an_interface_that_programs_implement_asks_for_no_new_method() {
    assertThat(
            PublicApi.types()
                .filter(type -> type.isInterface() && released.contains(type.toGenericString()))
                .filter(type -> !type.isSealed())
                .flatMap(type -> above(type).flatMap(each -> asked(type, each))))
        .isNotEmpty()
        .isSubsetOf(released);
  }

  /** What a line of the release says: a member, or a type and what it is a subtype of. */
  private static Stream<String> needs(String line) {
    String[] parts = line.split(" < ", 2);
    String bare = bare(parts[0]);
    return Stream.concat(
        Stream.of(bare),
        Arrays.stream(parts)
            .skip(1)
            .flatMap(parents -> Arrays.stream(parents.split(", ")))
            .map(parent -> bare + " < " + parent));
  }

  /** All that a program finds when it names a type. */
  private static Stream<String> found(Class<?> type) {
    String name = type.toGenericString();
    return Stream.concat(
        Stream.of(name),
        above(type)
            .flatMap(
                each ->
                    Stream.concat(
                        PublicApi.parents(each).map(parent -> name + " < " + parent),
                        PublicApi.members(each)
                            .filter(member -> each == type || !isStaticOfInterface(member))
                            .map(member -> foundIn(type, member)))));
  }

  /** Such a method is found only by the name of its own type (JVMS, section 5.4.3.4). */
  private static boolean isStaticOfInterface(Member member) {
    return member instanceof Method
        && member.getDeclaringClass().isInterface()
        && Modifier.isStatic(member.getModifiers());
  }

  private static Stream<String> asked(Class<?> type, Class<?> above) {
    return PublicApi.members(above)
        .filter(member -> Modifier.isAbstract(member.getModifiers()))
        .map(member -> foundIn(type, member));
  }

  private static String foundIn(Class<?> type, Member member) {
    String owner = " " + member.getDeclaringClass().getTypeName() + ".";
    return bare(PublicApi.line(member).replace(owner, " " + type.getTypeName() + "."));
  }

  /** A type and all of Starling's that it extends and implements. */
  private static Stream<Class<?>> above(Class<?> type) {
    return Stream.concat(
        Stream.of(type),
        Stream.concat(Stream.ofNullable(type.getSuperclass()), Arrays.stream(type.getInterfaces()))
            .filter(each -> each.getName().startsWith("io.starling"))
            .flatMap(LinkedProgramsTest::above));
  }

  /** A type as it is; a member without the words that the JVM ignores when it links a call. */
  private static String bare(String line) {
    return line.matches(".* (class|interface|enum|record) .*")
        ? line
        : line.replaceAll("\\b(abstract|default|final) | throws .*", "");
  }
}
