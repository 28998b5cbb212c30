package io.starling.examples.recipes;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** A page of the documents and its fenced blocks. CONTRIBUTING.md says how blocks are marked. */
record Page(Path file, List<Block> blocks) {

  private static final Path DOCUMENTS = Path.of("../docs");
  private static final Pattern MARKER = Pattern.compile("<!-- recipe: (.+) -->");

  /** All pages whose programs and commands run, in the order of their names. */
  static List<Page> all() throws IOException {
    List<Page> pages = new ArrayList<>(List.of(readme()));
    try (Stream<Path> files = Files.list(DOCUMENTS.resolve("cookbook"))) {
      for (Path file : files.filter(name -> name.toString().endsWith(".md")).sorted().toList()) {
        pages.add(read(file));
      }
    }
    pages.add(read(DOCUMENTS.resolve("mpi-calls.md")));
    pages.add(read(DOCUMENTS.resolve("objects.md")));
    return pages;
  }

  static Page readme() throws IOException {
    return read(DOCUMENTS.resolveSibling("README.md"));
  }

  static Page named(String name) throws IOException {
    return read(DOCUMENTS.resolve("cookbook").resolve(name + ".md"));
  }

  static Page read(Path file) throws IOException {
    return new Page(file, parse(Files.readAllLines(file)));
  }

  static List<Block> parse(List<String> lines) {
    List<Block> blocks = new ArrayList<>();
    String marker = "";
    for (int i = 0; i < lines.size(); i++) {
      String line = lines.get(i);
      Matcher matcher = MARKER.matcher(line);
      if (line.startsWith("```")) {
        int end = i + 1;
        while (end < lines.size() && !lines.get(end).equals("```")) {
          end++;
        }
        String text = String.join("\n", lines.subList(i + 1, end)) + "\n";
        blocks.add(new Block(line.substring(3), marker, text, i + 1));
        marker = "";
        i = end;
      } else if (matcher.matches()) {
        marker = matcher.group(1);
      } else if (!marker.isEmpty()) {
        throw new IllegalStateException("line %d: a marker that no block follows".formatted(i + 1));
      }
    }
    return blocks;
  }

  /** The output that the page promises for a command block: the next block, if it is one. */
  Optional<Block> outputOf(Block commands) {
    int next = blocks.indexOf(commands) + 1;
    return next < blocks.size() && blocks.get(next).isOutput()
        ? Optional.of(blocks.get(next))
        : Optional.empty();
  }

  String name() {
    return file.getFileName().toString();
  }

  @Override
  public String toString() {
    return name();
  }
}
