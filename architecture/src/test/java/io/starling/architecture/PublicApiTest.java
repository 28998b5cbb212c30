package io.starling.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import java.io.IOException;
import java.lang.module.ModuleDescriptor;
import java.lang.module.ModuleFinder;
import java.lang.module.ModuleReference;
import java.lang.reflect.Executable;
import java.lang.reflect.Field;
import java.lang.reflect.Member;
import java.lang.reflect.Modifier;
import java.lang.reflect.Type;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Test;

/**
 * The API that programs are compiled against: every public type of the packages that are exported
 * to all, with its members, stands in {@code api.txt}. A line that goes breaks programs that were
 * linked against a release; {@code -Dapi.update} writes the file anew.
 */
@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
final class PublicApiTest {

  private static final Path RECORDED = Path.of("src/test/resources/api.txt");

  /** One class of each module that programs link. */
  private static final List<Class<?>> LINKED =
      List.of(
          io.starling.runtime.Buffer.class,
          io.starling.topology.Level.class,
          io.starling.collectives.Communicator.class,
          io.starling.fory.ForyCodec.class,
          io.starling.executor.RankExecutor.class,
          io.starling.gpu.Gpu.class,
          io.starling.objects.ObjectStore.class);

  @Test
  void a_program_imports_from_the_root_package_of_each_module() {
    assertThat(LINKED.stream().flatMap(type -> exported(type).stream()))
        .containsExactlyInAnyOrder(
            "io.starling.runtime",
            "io.starling.topology",
            "io.starling.collectives",
            "io.starling.fory",
            "io.starling.executor",
            "io.starling.gpu",
            "io.starling.objects");
  }

  @Test
  void the_types_and_members_are_those_on_record() throws IOException {
    List<String> api = LINKED.stream().flatMap(PublicApiTest::types).sorted().distinct().toList();
    if (System.getProperty("api.update") != null) {
      Files.write(RECORDED, api);
    }
    assertThat(api).containsExactlyElementsOf(Files.readAllLines(RECORDED));
  }

  private static SortedSet<String> exported(Class<?> type) {
    return ModuleFinder.of(location(type)).findAll().stream()
        .map(ModuleReference::descriptor)
        .flatMap(module -> module.exports().stream())
        .filter(Predicate.not(ModuleDescriptor.Exports::isQualified))
        .map(ModuleDescriptor.Exports::source)
        .collect(Collectors.toCollection(TreeSet::new));
  }

  private static Path location(Class<?> type) {
    try {
      return Path.of(type.getProtectionDomain().getCodeSource().getLocation().toURI());
    } catch (URISyntaxException e) {
      throw new IllegalStateException(e);
    }
  }

  private static Stream<String> types(Class<?> linked) {
    SortedSet<String> packages = exported(linked);
    return new ClassFileImporter()
        .importPackages(packages).stream()
            .filter(type -> packages.contains(type.getPackageName()))
            .filter(type -> type.getModifiers().contains(JavaModifier.PUBLIC))
            .map(type -> (Class<?>) type.reflect())
            .filter(PublicApiTest::isReachable)
            .flatMap(PublicApiTest::lines);
  }

  private static boolean isReachable(Class<?> type) {
    return Modifier.isPublic(type.getModifiers())
        && (type.getEnclosingClass() == null || isReachable(type.getEnclosingClass()));
  }

  private static Stream<String> lines(Class<?> type) {
    Stream<? extends Member> members =
        Stream.of(
                Arrays.stream(type.getDeclaredFields()),
                Arrays.stream(type.getDeclaredConstructors()),
                Arrays.stream(type.getDeclaredMethods()))
            .flatMap(each -> each);
    return Stream.concat(
        Stream.of(line(type)),
        members
            .filter(member -> Modifier.isPublic(member.getModifiers()) && !member.isSynthetic())
            .map(PublicApiTest::line));
  }

  private static String line(Class<?> type) {
    String parents =
        Stream.concat(
                Stream.ofNullable(type.getGenericSuperclass()).filter(each -> each != Object.class),
                Arrays.stream(type.getGenericInterfaces()))
            .map(Type::getTypeName)
            .collect(Collectors.joining(", "));
    return type.toGenericString() + (parents.isEmpty() ? "" : " < " + parents);
  }

  private static String line(Member member) {
    return member instanceof Field field
        ? field.toGenericString() + value(field)
        : ((Executable) member).toGenericString();
  }

  /** The compiler copies the values of such constants into programs. */
  private static String value(Field field) {
    if (!field.getType().isPrimitive() || !Modifier.isStatic(field.getModifiers())) {
      return "";
    }
    try {
      return " = " + field.get(null);
    } catch (IllegalAccessException e) {
      throw new IllegalStateException(e);
    }
  }
}
