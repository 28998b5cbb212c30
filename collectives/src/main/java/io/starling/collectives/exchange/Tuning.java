package io.starling.collectives.exchange;

/**
 * What can be set of an exchange.
 *
 * @param segmentBytes messages and folds are cut into pieces of this length, whole elements
 * @param sendWindow sends open per peer
 * @param receiveWindow receives open per peer, more than that
 * @param radix the base of an algorithm that has one
 */
public record Tuning(long segmentBytes, int sendWindow, int receiveWindow, int radix) {

  public Tuning {
    if (sendWindow < 1 || receiveWindow <= sendWindow) {
      throw new IllegalArgumentException(
          "windows must be 1 <= send < receive, not send=%d, receive=%d"
              .formatted(sendWindow, receiveWindow));
    }
  }
}
