package io.starling.collectives.algorithm;

import io.starling.collectives.tree.TreeShape;
import io.starling.runtime.memory.ByteSize;

/**
 * The values of an algorithm's parameters; see {@link Parameter}.
 *
 * @param segmentBytes before it is rounded to whole elements
 */
public record Parameters(
    long segmentBytes, int sendWindow, int receiveWindow, int radix, Shape tree) {

  /** Where nothing is said. */
  public static final Parameters DEFAULT = new Parameters(64 << 10, 4, 8, 4, Shape.BINOMIAL);

  public Parameters {
    if (segmentBytes < 1) {
      throw new IllegalArgumentException("segment must be at least 1 byte, not " + segmentBytes);
    }
    if (sendWindow < 1) {
      throw new IllegalArgumentException("send-window must be at least 1, not " + sendWindow);
    }
    if (receiveWindow <= sendWindow) {
      throw new IllegalArgumentException(
          "receive-window (%d) must be more than send-window (%d)"
              .formatted(receiveWindow, sendWindow));
    }
    if (radix < 2) {
      throw new IllegalArgumentException("radix must be at least 2, not " + radix);
    }
  }

  public Parameters withSegment(long bytes) {
    return new Parameters(bytes, sendWindow, receiveWindow, radix, tree);
  }

  /** The same with one value read from text. */
  Parameters with(Parameter parameter, String value) {
    return switch (parameter) {
      case SEGMENT -> new Parameters(ByteSize.parse(value), sendWindow, receiveWindow, radix, tree);
      case SEND_WINDOW -> {
        int window = whole(parameter, value);
        yield new Parameters(
            segmentBytes, window, Math.max(receiveWindow, window + 1), radix, tree);
      }
      case RECEIVE_WINDOW ->
          new Parameters(segmentBytes, sendWindow, whole(parameter, value), radix, tree);
      case RADIX ->
          new Parameters(segmentBytes, sendWindow, receiveWindow, whole(parameter, value), tree);
      case TREE ->
          new Parameters(segmentBytes, sendWindow, receiveWindow, radix, Shape.named(value));
    };
  }

  private static int whole(Parameter parameter, String value) {
    try {
      return Integer.parseInt(value);
    } catch (NumberFormatException e) {
      throw new IllegalArgumentException(
          parameter.label() + " is no whole number: '" + value + "'", e);
    }
  }

  /** The shape of tree {@code shape} with these parameters. */
  public TreeShape shape(Shape shape) {
    return shape.with(radix);
  }
}
