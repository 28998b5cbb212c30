package io.starling.architecture;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import java.lang.module.ModuleDescriptor;
import java.lang.module.ModuleFinder;
import java.lang.module.ModuleReference;
import java.lang.reflect.Executable;
import java.lang.reflect.Field;
import java.lang.reflect.Member;
import java.lang.reflect.Modifier;
import java.lang.reflect.Type;
import java.net.URISyntaxException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The public types of the packages that are exported to all, and how tests write them down. */
final class PublicApi {

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

  private PublicApi() {}

  static Stream<String> packages() {
    return LINKED.stream().flatMap(type -> exported(type).stream());
  }

  static Stream<Class<?>> types() {
    return LINKED.stream().flatMap(PublicApi::types);
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

  private static Stream<Class<?>> types(Class<?> linked) {
    SortedSet<String> packages = exported(linked);
    return new ClassFileImporter()
        .importPackages(packages).stream()
            .filter(type -> packages.contains(type.getPackageName()))
            .filter(type -> type.getModifiers().contains(JavaModifier.PUBLIC))
            .<Class<?>>map(JavaClass::reflect)
            .filter(PublicApi::isReachable);
  }

  private static boolean isReachable(Class<?> type) {
    return Modifier.isPublic(type.getModifiers())
        && (type.getEnclosingClass() == null || isReachable(type.getEnclosingClass()));
  }

  /** The type itself, with what it extends and implements, and its members, a line each. */
  static Stream<String> lines(Class<?> type) {
    return Stream.concat(Stream.of(line(type)), members(type).map(PublicApi::line));
  }

  /** The public members that a type declares. */
  static Stream<Member> members(Class<?> type) {
    return Stream.<Member[]>of(
            type.getDeclaredFields(), type.getDeclaredConstructors(), type.getDeclaredMethods())
        .flatMap(Arrays::stream)
        .filter(member -> Modifier.isPublic(member.getModifiers()) && !member.isSynthetic());
  }

  private static String line(Class<?> type) {
    String parents = parents(type).collect(Collectors.joining(", "));
    return type.toGenericString() + (parents.isEmpty() ? "" : " < " + parents);
  }

  /** What a type extends and implements. */
  static Stream<String> parents(Class<?> type) {
    return Stream.concat(
            Stream.ofNullable(type.getGenericSuperclass()).filter(each -> each != Object.class),
            Arrays.stream(type.getGenericInterfaces()))
        .map(Type::getTypeName);
  }

  static String line(Member member) {
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
