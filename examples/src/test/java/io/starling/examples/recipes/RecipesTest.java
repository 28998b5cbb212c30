package io.starling.examples.recipes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClass;

import io.starling.examples.recipes.Installation.Outcome;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;
import org.junit.platform.launcher.listeners.SummaryGeneratingListener;

/** What the cookbook shows compiles, runs and prints what the page says. */
@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class RecipesTest {

  private static final Set<String> LANGUAGES =
      Set.of("java", "sh", "text", "xml", "json", "groovy", "c");

  private Path folder;
  private Installation installation;

  @BeforeAll
  void install(@TempDir Path scratch) throws Exception {
    folder = scratch;
    installation = new Installation(folder);
  }

  @AfterAll
  void remove() throws Exception {
    installation.close();
  }

  static Stream<Page> pages() throws Exception {
    return Page.all().stream();
  }

  @ParameterizedTest
  @MethodSource("pages")
  void every_block_says_what_it_is(Page page) {
    assertThat(page.blocks())
        .allSatisfy(
            block -> assertThat(block.language()).as("line %d", block.line()).isIn(LANGUAGES))
        .allSatisfy(
            block ->
                assertThat(block.marker())
                    .as("line %d", block.line())
                    .matches("|fragment|file \\S+|status \\d+|not run: .+|not compared: .+"));
  }

  @ParameterizedTest
  @MethodSource("pages")
  void commands_use_the_JDK_that_Starling_finds_not_that_of_the_path(Page page) {
    assertThat(page.blocks())
        .filteredOn(block -> block.language().equals("sh"))
        .allSatisfy(
            block ->
                assertThat(block.text().lines())
                    .as("line %d", block.line())
                    .noneMatch(line -> line.matches("(java|javac) .*")));
  }

  @Test
  void every_program_compiles_without_a_warning() throws Exception {
    List<Path> sources = new ArrayList<>();
    for (Page page : Page.all()) {
      for (Block block : page.blocks().stream().filter(Block::isProgram).toList()) {
        sources.add(installation.write(block.fileName(), block.text()));
      }
    }
    assertThat(sources).hasSizeGreaterThan(10);
    installation.compile(sources, folder.resolve("all"));
  }

  @Test
  void the_program_of_the_readme_does_what_it_says() throws Exception {
    follow(Page.readme());
  }

  @ParameterizedTest
  @ValueSource(strings = {"hello-and-broadcast", "test-with-junit"})
  void a_short_recipe_does_what_it_says(String name) throws Exception {
    follow(Page.named(name));
  }

  @ParameterizedTest
  @MethodSource("pages")
  @Tag("slow")
  void a_recipe_does_what_it_says(Page page) throws Exception {
    follow(page);
  }

  private void follow(Page page) throws Exception {
    for (Block block : page.blocks()) {
      if (block.isProgram() || block.isFile()) {
        installation.write(block.fileName(), block.text());
      }
      if (block.isUnitTest()) {
        runUnitTest(block);
      }
      if (block.isRun()) {
        run(page, block);
      }
    }
  }

  private void run(Page page, Block commands) throws Exception {
    Outcome outcome = installation.sh(commands.text());
    String where =
        "%s:%d%n%s%s".formatted(page, commands.line(), commands.text(), outcome.output());
    assertThat(outcome.status()).as(where).isEqualTo(commands.status());
    page.outputOf(commands)
        .filter(Block::isCompared)
        .ifPresent(
            promised ->
                assertThat(Output.difference(promised.text(), outcome.output()))
                    .as(where)
                    .isEmpty());
  }

  private void runUnitTest(Block block) throws Exception {
    Path classes = Files.createDirectories(folder.resolve("unit").resolve(block.className()));
    installation.compile(List.of(installation.write(block.fileName(), block.text())), classes);
    SummaryGeneratingListener listener = new SummaryGeneratingListener();
    try (URLClassLoader loader = new URLClassLoader(new URL[] {classes.toUri().toURL()})) {
      LauncherFactory.create()
          .execute(
              LauncherDiscoveryRequestBuilder.request()
                  .selectors(selectClass(loader.loadClass(block.className())))
                  .build(),
              listener);
    }
    StringWriter failures = new StringWriter();
    listener.getSummary().printFailuresTo(new PrintWriter(failures, true));
    assertThat(listener.getSummary().getTestsSucceededCount())
        .as(failures.toString())
        .isPositive()
        .isEqualTo(listener.getSummary().getTestsFoundCount());
  }
}
