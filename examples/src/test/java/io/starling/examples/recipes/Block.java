package io.starling.examples.recipes;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A fenced block of a page.
 *
 * @param language what follows the opening fence
 * @param marker the text of a comment {@code <!-- recipe: ... -->} right above; empty without one
 * @param text what is between the fences
 * @param line of the opening fence, from 1
 */
record Block(String language, String marker, String text, int line) {

  private static final Pattern CLASS =
      Pattern.compile("^(?:public )?class (\\w+)", Pattern.MULTILINE);

  boolean isProgram() {
    return language.equals("java") && !marker.equals("fragment");
  }

  boolean isUnitTest() {
    return isProgram() && text.contains("@Test");
  }

  /** A command block that runs here; others say what they need. */
  boolean isRun() {
    return language.equals("sh") && !marker.startsWith("not run");
  }

  boolean isOutput() {
    return language.equals("text") && !isFile();
  }

  boolean isCompared() {
    return isOutput() && !marker.startsWith("not compared");
  }

  /** A file that later commands read. */
  boolean isFile() {
    return marker.startsWith("file ");
  }

  String fileName() {
    if (isFile()) {
      return marker.substring("file ".length());
    }
    return className() + ".java";
  }

  String className() {
    Matcher matcher = CLASS.matcher(text);
    if (!matcher.find()) {
      throw new IllegalStateException("line %d: a program without a class".formatted(line));
    }
    return matcher.group(1);
  }

  /** The exit status that the commands end with. */
  int status() {
    return marker.startsWith("status ")
        ? Integer.parseInt(marker.substring("status ".length()))
        : 0;
  }
}
