package io.starling.examples.paths;

import io.starling.examples.program.BadInputException;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.zip.GZIPInputStream;

/** Reads a graph from a file, compressed by gzip or not, whose first bytes tell its format. */
public final class GraphFile {

  private GraphFile() {}

  /**
   * Reads the whole file.
   *
   * @param scale weights are multiplied by it and, unless it is 1, rounded
   * @throws BadInputException with the file's name and, where it applies, the line
   */
  public static Graph read(Path file, double scale) throws BadInputException {
    String name = file.toString();
    try (BufferedReader reader = open(file)) {
      Graph graph = read(name, reader, scale);
      graph.checkThatDistancesFit(name);
      return graph;
    } catch (NoSuchFileException e) {
      throw new BadInputException(name + ": no such file");
    } catch (AccessDeniedException e) {
      throw new BadInputException(name + ": not readable, permission denied");
    } catch (IOException e) {
      throw new BadInputException(name + ": not readable: " + e.getMessage());
    }
  }

  private static BufferedReader open(Path file) throws IOException {
    InputStream bytes = Files.newInputStream(file);
    if (file.toString().endsWith(".gz")) {
      bytes = new GZIPInputStream(bytes, 1 << 16);
    }
    return new BufferedReader(new InputStreamReader(bytes, StandardCharsets.ISO_8859_1), 1 << 16);
  }

  private static Graph read(String name, BufferedReader reader, double scale)
      throws IOException, BadInputException {
    reader.mark(MatrixMarketReader.BANNER.length());
    char[] start = new char[MatrixMarketReader.BANNER.length()];
    int length = Math.max(0, reader.read(start));
    reader.reset();
    GraphText text = new GraphText(name, reader, scale);
    return new String(start, 0, length).equals(MatrixMarketReader.BANNER)
        ? MatrixMarketReader.read(text)
        : DimacsReader.read(text);
  }
}
