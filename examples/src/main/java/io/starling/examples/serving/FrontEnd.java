package io.starling.examples.serving;

import io.starling.examples.learning.Digits;
import io.starling.examples.learning.Network;
import io.starling.objects.ObjectId;
import io.starling.objects.ObjectStore;
import io.starling.objects.ObjectView;
import io.starling.objects.Ready;
import io.starling.runtime.Buffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.stream.IntStream;

/**
 * Puts queries, and takes the majority of the answers that come in time (Hoplite, sections 5.4 and
 * 5.5). It waits no more for a member that missed three queries in a row; a spare gets its place.
 *
 * <pre>{@code
 * front end  --query--+--> member 1 --answer--+--> majority
 *                     +--> member 2 --answer--+
 *                     '--> member 3   (dies)       after three queries: spare, be member 3
 * }</pre>
 */
public final class FrontEnd {

  /**
   * What it asks.
   *
   * @param images how many images a query has
   * @param window how many queries are reported together
   * @param patience how long it waits for an answer; longer for the first one
   * @param pause for how many queries a place stays empty
   */
  public record Settings(
      int members, int spares, int queries, int images, int window, Duration patience, int pause) {}

  /**
   * A place that a spare is to take.
   *
   * @param due the query before which the front end asks it to
   */
  private record Vacancy(int member, int spare, long due) {}

  private static final Duration START = Duration.ofMinutes(1);

  /** For the answers to the first query: until then members load their classes. */
  private static final Duration FIRST = Duration.ofSeconds(5);

  private static final int STRIKES = 3;

  private final ObjectStore store;
  private final Settings settings;
  private final Consumer<String> news;
  private final Digits digits = Digits.heldOut();
  private final SplittableRandom random = new SplittableRandom(1);

  /** Of each member that is waited for, how many queries in a row it has missed. */
  private final Map<Integer, Integer> missed = new TreeMap<>();

  private final List<Vacancy> vacancies = new ArrayList<>();
  private int spares;
  private int right;
  private int answers;

  /**
   * A front end of members 1 to a number.
   *
   * @param news gets a sentence when a member fails or is back
   */
  public FrontEnd(ObjectStore store, Settings settings, Consumer<String> news) {
    this.store = store;
    this.settings = settings;
    this.news = news;
  }

  /** Asks all queries; {@code reader} gets each window. */
  public void run(Consumer<Window> reader) {
    List<Integer> all = IntStream.rangeClosed(1, settings.members()).boxed().toList();
    List<ObjectId> models = all.stream().map(ServingNames::model).toList();
    store.await(models, models.size(), START);
    all.forEach(member -> missed.put(member, 0));
    double[] times = new double[settings.window()];
    for (long query = 1; query <= settings.queries(); query++) {
      admit(query);
      int place = (int) ((query - 1) % settings.window());
      times[place] = ask(query);
      if (place == settings.window() - 1) {
        double asked = settings.window();
        reader.accept(new Window(query, times, answers / asked, right / asked / settings.images()));
        answers = 0;
        right = 0;
      }
    }
    store.put(ServingNames.query(settings.queries() + 1L), Buffer.of(0f));
    for (int spare = 1; spare <= settings.spares(); spare++) {
      store.put(ServingNames.place(spare), Buffer.of(new long[] {0, ServingNames.NO_QUERY}));
    }
  }

  /** Returns the milliseconds from the query to the majority. */
  private double ask(long query) {
    int[] rows = Network.draw(random, digits, settings.images());
    float[] pixels = new float[rows.length * Digits.PIXELS];
    for (int i = 0; i < rows.length; i++) {
      System.arraycopy(digits.images()[rows[i]], 0, pixels, i * Digits.PIXELS, Digits.PIXELS);
    }
    List<Integer> asked = List.copyOf(missed.keySet());
    List<ObjectId> expected =
        asked.stream().map(member -> ServingNames.answer(query, member)).toList();
    long start = System.nanoTime();
    store.put(ServingNames.query(query), Buffer.of(pixels));
    Ready ready = store.await(expected, expected.size(), query == 1 ? FIRST : settings.patience());
    vote(ready, rows);
    double milliseconds = (System.nanoTime() - start) * 1e-6;
    for (int i = 0; i < asked.size(); i++) {
      judge(asked.get(i), ready.complete().contains(expected.get(i)), query);
    }
    List<ObjectId> garbage = new ArrayList<>(expected);
    garbage.add(ServingNames.query(query));
    store.delete(garbage);
    return milliseconds;
  }

  private void vote(Ready ready, int... rows) {
    List<int[]> votes = new ArrayList<>();
    for (ObjectId answer : ready.complete()) {
      try (ObjectView view = store.get(answer)) {
        votes.add(view.ints());
      }
    }
    answers += votes.size();
    if (!votes.isEmpty()) {
      int[] majority = Majority.of(votes, Digits.CLASSES);
      for (int i = 0; i < rows.length; i++) {
        right += majority[i] == digits.labels()[rows[i]] ? 1 : 0;
      }
    }
  }

  private void judge(int member, boolean inTime, long query) {
    missed.merge(member, 1, (before, one) -> inTime ? 0 : before + one);
    if (missed.get(member) < STRIKES) {
      return;
    }
    missed.remove(member);
    news.accept("query %d: member %d has failed, %d go on".formatted(query, member, missed.size()));
    if (missed.isEmpty()) {
      throw new IllegalStateException("no member is left");
    }
    if (spares < settings.spares()) {
      spares++;
      vacancies.add(new Vacancy(member, spares, query + settings.pause()));
    }
  }

  private void admit(long query) {
    for (Vacancy vacancy : vacancies) {
      if (vacancy.due() == query) {
        long[] place = {vacancy.member(), query};
        store.put(ServingNames.place(vacancy.spare()), Buffer.of(place));
      }
    }
    vacancies.removeIf(vacancy -> vacancy.due() <= query && isFilled(vacancy, query));
  }

  private boolean isFilled(Vacancy vacancy, long query) {
    ObjectId sign = ServingNames.ready(vacancy.spare());
    boolean ready = store.await(List.of(sign), 1, Duration.ZERO).enough();
    if (ready) {
      missed.put(vacancy.member(), 0);
      news.accept("query %d: member %d is back".formatted(query, vacancy.member()));
    }
    return ready;
  }
}
