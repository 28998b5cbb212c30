package io.starling.collectives.algorithm;

import io.starling.collectives.tree.TreeShape;
import io.starling.runtime.memory.ByteSize;
import java.util.Map;

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

  /**
   * The same with values read from text. Where only the send window is given, the receive window
   * follows it.
   */
  Parameters with(Map<Parameter, String> values) {
    int sends = whole(values, Parameter.SEND_WINDOW, sendWindow);
    int receivesAtLeast = Math.max(receiveWindow, sends + 1);
    return new Parameters(
        values.containsKey(Parameter.SEGMENT)
            ? ByteSize.parse(values.get(Parameter.SEGMENT))
            : segmentBytes,
        sends,
        whole(values, Parameter.RECEIVE_WINDOW, receivesAtLeast),
        whole(values, Parameter.RADIX, radix),
        values.containsKey(Parameter.TREE) ? Shape.named(values.get(Parameter.TREE)) : tree);
  }

  private static int whole(Map<Parameter, String> values, Parameter parameter, int otherwise) {
    String value = values.get(parameter);
    try {
      return value == null ? otherwise : Integer.parseInt(value);
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
