package io.starling.launcher.rank;

import io.starling.runtime.bootstrap.api.RankEnvironment;
import java.util.Comparator;
import java.util.Map;

/**
 * The application's threads of a rank: their names, which may say what they wait for, and stacks.
 */
final class ThreadReport {

  private ThreadReport() {}

  static String of(RankEnvironment environment) {
    StringBuilder text = new StringBuilder();
    text.append("starling: " + environment.description());
    Thread.getAllStackTraces().entrySet().stream()
        .filter(entry -> isOfApplication(entry.getKey(), entry.getValue()))
        .sorted(Comparator.comparingLong(entry -> entry.getKey().threadId()))
        .forEach(entry -> append(text, entry));
    return text.toString();
  }

  private static boolean isOfApplication(Thread thread, StackTraceElement[] stack) {
    ThreadGroup group = thread.getThreadGroup();
    return stack.length > 0
        && group != null
        && group.getParent() != null
        && !group.getName().equals("InnocuousThreadGroup")
        && !thread.equals(Thread.currentThread());
  }

  private static void append(StringBuilder text, Map.Entry<Thread, StackTraceElement[]> entry) {
    Thread thread = entry.getKey();
    text.append("\n  thread \"%s\" %s".formatted(thread.getName(), thread.getState()));
    for (StackTraceElement frame : MainMethod.withoutTrampoline(entry.getValue())) {
      text.append("\n    at ").append(frame);
    }
  }
}
