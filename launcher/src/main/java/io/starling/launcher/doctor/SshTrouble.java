package io.starling.launcher.doctor;

import java.time.Duration;
import java.util.List;

/** Why a host can't be reached, or runs nothing, and what to do. */
final class SshTrouble {

  private static final int NOT_FOUND = 127;
  private static final int NOT_EXECUTABLE = 126;

  /** Words of ssh, and what helps. */
  private record Known(String words, String remedy) {}

  /** The first that fits counts. */
  private static final List<Known> TROUBLES =
      List.of(
          new Known("Could not resolve", "check the name; /etc/hosts and ~/.ssh/config add others"),
          new Known("IDENTIFICATION HAS CHANGED", "ssh-keygen -R %s, if the host was set up anew"),
          new Known("Host key verification failed", "ssh %s by hand and compare its fingerprint"),
          new Known("Permission denied", "ssh-copy-id %s, so that no password is needed"),
          new Known("Connection refused", "start sshd there, or name its port in ~/.ssh/config"),
          new Known("No route to host", "check that it is up and on this network"),
          new Known("timed out", "check that it is up, and the firewall between the hosts"));

  private SshTrouble() {}

  static Finding silent(Duration patience) {
    return Finding.fail(
        "ssh",
        "no answer within %d s".formatted(patience.toSeconds()),
        "try ssh by hand; --start-timeout allows more time");
  }

  /** What a host's status and last words mean. */
  static Finding judge(String host, int status, List<String> words, String javaHome) {
    String text = words.isEmpty() ? "status " + status : String.join("; ", words);
    if (text.contains("Could not find or load main class")) {
      return Finding.fail(
          "Starling",
          "not there: " + text,
          "put the same files at the same places on all hosts, or share their folder");
    }
    if (status == NOT_FOUND || status == NOT_EXECUTABLE) {
      return Finding.fail(
          "JDK",
          "no java in %s: %s".formatted(javaHome, text),
          "install a JDK 25 there, or name its folder with --java-home");
    }
    for (Known known : TROUBLES) {
      if (text.contains(known.words())) {
        return Finding.fail("ssh", text, known.remedy().formatted(host));
      }
    }
    return Finding.fail("ssh", text, "try by hand: ssh " + host + " true");
  }
}
