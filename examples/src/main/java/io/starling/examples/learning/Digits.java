package io.starling.examples.learning;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.zip.GZIPInputStream;

/**
 * Images of handwritten digits; {@code examples/data/README.md} says where they come from.
 *
 * @param images their pixels row by row, each 0 to 1
 * @param labels which digits they are, 0 to 9
 */
public record Digits(float[][] images, int[] labels) {

  /** The pixels of an image. */
  public static final int PIXELS = 64;

  /** How many digits there are. */
  public static final int CLASSES = 10;

  private static final String FILE = "digits.csv.gz";
  private static final float BLACK = 16;

  /** Every fifth image is held out. */
  private static final int PARTS = 5;

  /** Four of five images, to learn from. */
  public static Digits training() {
    return read(false);
  }

  /** The fifth image of five, which no model learns from. */
  public static Digits heldOut() {
    return read(true);
  }

  public int count() {
    return labels.length;
  }

  private static Digits read(boolean heldOut) {
    List<String> lines;
    try (InputStream bytes = Digits.class.getResourceAsStream(FILE);
        BufferedReader reader =
            new BufferedReader(
                new InputStreamReader(new GZIPInputStream(bytes), StandardCharsets.US_ASCII))) {
      lines = reader.lines().toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    int count = lines.size() / PARTS;
    int[] chosen = new int[heldOut ? count : lines.size() - count];
    for (int line = 0, next = 0; line < lines.size(); line++) {
      if ((line % PARTS == PARTS - 1) == heldOut) {
        chosen[next++] = line;
      }
    }
    Digits digits = new Digits(new float[chosen.length][PIXELS], new int[chosen.length]);
    for (int i = 0; i < chosen.length; i++) {
      digits.parse(i, lines.get(chosen[i]));
    }
    return digits;
  }

  private void parse(int index, String line) {
    String[] numbers = line.split(",", -1);
    for (int pixel = 0; pixel < PIXELS; pixel++) {
      images[index][pixel] = Integer.parseInt(numbers[pixel]) / BLACK;
    }
    labels[index] = Integer.parseInt(numbers[PIXELS]);
  }
}
