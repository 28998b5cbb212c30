package io.starling.examples.serving;

import java.util.List;

/** What most members say. */
public final class Majority {

  private Majority() {}

  /**
   * Counts the votes on each image.
   *
   * @param answers of each member, a class for each image
   * @param classes how many classes there are
   * @return of each image, the class with most votes; the lowest of several
   */
  public static int[] of(List<int[]> answers, int classes) {
    int[] result = new int[answers.getFirst().length];
    for (int image = 0; image < result.length; image++) {
      int[] votes = new int[classes];
      for (int[] answer : answers) {
        votes[answer[image]]++;
      }
      for (int one = 1; one < classes; one++) {
        result[image] = votes[one] > votes[result[image]] ? one : result[image];
      }
    }
    return result;
  }
}
