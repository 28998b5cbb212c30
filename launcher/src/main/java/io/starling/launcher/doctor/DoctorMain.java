package io.starling.launcher.doctor;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.time.InstantSource;
import java.util.Optional;

/**
 * The doctor on another host: says what it finds, then answers a question a line until its input
 * ends. Its arguments are what {@code --net} says, and the address of the host that asks.
 */
public final class DoctorMain {

  static final String READY = "ready";
  static final String LISTENING = "listening ";
  static final String TIME = "time";
  static final String CONNECT = "connect ";
  static final String REACHED = "reached";

  private DoctorMain() {}

  public static void main(String[] arguments) throws IOException {
    Optional<InetAddress> other =
        arguments[1].isEmpty()
            ? Optional.empty()
            : Optional.of(InetAddress.getByName(arguments[1]));
    var input = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
    try (Station station = new Station(arguments[0], other)) {
      serve(station, input, System.out, InstantSource.system());
    }
  }

  /** Serves whoever asks. */
  static void serve(Station station, BufferedReader input, PrintStream out, InstantSource clock)
      throws IOException {
    station.findings().forEach(finding -> out.println(finding.toLine()));
    InetSocketAddress own = station.listening();
    out.println(LISTENING + own.getAddress().getHostAddress() + " " + own.getPort());
    out.println(READY);
    out.flush();
    for (String line = input.readLine(); line != null; line = input.readLine()) {
      out.println(answer(line, clock));
      out.flush();
    }
  }

  private static String answer(String question, InstantSource clock) {
    if (question.equals(TIME)) {
      return TIME + " " + clock.millis();
    }
    if (question.startsWith(CONNECT)) {
      String[] words = question.split(" ", -1);
      String problem = Station.connect(new InetSocketAddress(words[1], Integer.parseInt(words[2])));
      return problem.isEmpty() ? REACHED : "failed " + problem;
    }
    return "unknown";
  }
}
