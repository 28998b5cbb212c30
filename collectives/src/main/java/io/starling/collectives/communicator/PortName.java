package io.starling.collectives.communicator;

/**
 * The name of a port, which programs pass to each other: {@code starling-port:3:0}.
 *
 * @param process that has opened it
 * @param number of the process's ports
 */
record PortName(int process, int number) {

  private static final String PREFIX = "starling-port";
  private static final int PARTS = 3;

  /** Reads a name; null if it is none. */
  static PortName parse(String name) {
    String[] parts = name.split(":", -1);
    if (parts.length != PARTS || !parts[0].equals(PREFIX)) {
      return null;
    }
    try {
      PortName port = new PortName(Integer.parseInt(parts[1]), Integer.parseInt(parts[2]));
      return port.process < 0 || port.number < 0 ? null : port;
    } catch (NumberFormatException e) {
      return null;
    }
  }

  @Override
  public String toString() {
    return PREFIX + ":" + process + ":" + number;
  }
}
