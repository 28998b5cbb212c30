package io.starling.launcher;

import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Collectors;

/** Finds what a misspelt word may have meant. */
final class Spelling {

  /** Any shorter word is one mistake away from every other. */
  private static final int FEWEST_LETTERS = 3;

  private static final int LETTERS_PER_MISTAKE = 3;
  private static final int MOST_MISTAKES = 3;
  private static final int SHOWN = 2;

  private Spelling() {}

  /** A question about the words that are most like a wrong one; empty where none is. */
  static String question(String wrong, Collection<String> words) {
    List<String> similar =
        words.stream()
            .filter(word -> distance(wrong, word) <= tolerance(wrong))
            .sorted(Comparator.comparingInt((String word) -> distance(wrong, word)))
            .limit(SHOWN)
            .toList();
    return similar.isEmpty()
        ? ""
        : similar.stream().collect(Collectors.joining(" or ", "; did you mean ", "?"));
  }

  private static int tolerance(String word) {
    int letters = word.replace("-", "").length();
    if (letters < FEWEST_LETTERS) {
      return 0;
    }
    return Math.min(MOST_MISTAKES, (letters + LETTERS_PER_MISTAKE - 1) / LETTERS_PER_MISTAKE);
  }

  /** How many letters differ, where two that are swapped count once (Damerau). */
  static int distance(String one, String other) {
    int[][] mistakes = new int[one.length() + 1][other.length() + 1];
    for (int i = 0; i <= one.length(); i++) {
      for (int j = 0; j <= other.length(); j++) {
        if (i == 0 || j == 0) {
          mistakes[i][j] = i + j;
          continue;
        }
        int changed = one.charAt(i - 1) == other.charAt(j - 1) ? 0 : 1;
        int fewest = Math.min(mistakes[i - 1][j], mistakes[i][j - 1]) + 1;
        fewest = Math.min(fewest, mistakes[i - 1][j - 1] + changed);
        if (i > 1
            && j > 1
            && one.charAt(i - 1) == other.charAt(j - 2)
            && one.charAt(i - 2) == other.charAt(j - 1)) {
          fewest = Math.min(fewest, mistakes[i - 2][j - 2] + 1);
        }
        mistakes[i][j] = fewest;
      }
    }
    return mistakes[one.length()][other.length()];
  }
}
