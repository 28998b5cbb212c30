package io.starling.launcher.doctor;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Why a host can't be reached, or runs nothing, and what to do. */
final class SshTrouble {

  private static final int NOT_FOUND = 127;
  private static final int NOT_EXECUTABLE = 126;

  /** What ssh says, and what helps; the first that fits. */
  private static final Map<String, String> REMEDIES = new LinkedHashMap<>();

  static {
    REMEDIES.put("Could not resolve", "check the name; add the host to /etc/hosts or ~/.ssh/config");
    REMEDIES.put("Host key verification failed", "ssh %s once by hand and compare its fingerprint");
    REMEDIES.put("IDENTIFICATION HAS CHANGED", "ssh-keygen -R %s, if the host was set up anew");
    REMEDIES.put("Permission denied", "ssh-copy-id %s, so that no password is needed");
    REMEDIES.put("Connection refused", "start sshd there, or name its port in ~/.ssh/config");
    REMEDIES.put("No route to host", "check that it is up and on this network");
    REMEDIES.put("timed out", "check that it is up, and the firewall between the hosts");
  }

  private SshTrouble() {}

  static Finding silent(Duration patience) {
    return Finding.fail(
        "ssh",
        "no answer within %d s".formatted(patience.toSeconds()),
        "try ssh by hand; --start-timeout gives it more time");
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
          "install a JDK 25 there, or say with --java-home where it is");
    }
    for (Map.Entry<String, String> known : REMEDIES.entrySet()) {
      if (text.contains(known.getKey())) {
        return Finding.fail("ssh", text, known.getValue().formatted(host));
      }
    }
    return Finding.fail("ssh", text, "try by hand: ssh " + host + " true");
  }
}
