package io.starling.objects.store;

import io.starling.objects.directory.Outbox;
import io.starling.objects.operation.Timers;
import io.starling.objects.protocol.Member;
import io.starling.objects.protocol.StoreSurvey;
import io.starling.objects.protocol.SurveyMessage;
import io.starling.objects.protocol.View;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.IntSupplier;
import java.util.function.Supplier;

/**
 * Asks all stores what they have, for people.
 *
 * <pre>
 *   ask ---> Ask to every member ---> Answer, Answer, ... ---> all, or those that came in a second
 * </pre>
 */
final class Surveys {

  private static final Duration PATIENCE = Duration.ofSeconds(1);

  /** A survey that is under way. */
  private record Open(
      Set<Integer> missing, List<StoreSurvey> answers, Consumer<List<StoreSurvey>> taker) {}

  private final int self;
  private final Machines machines;
  private final Outbox outbox;
  private final Timers timers;
  private final Supplier<View> view;
  private final long began = System.nanoTime();
  private final Map<Long, Open> open = new HashMap<>();
  private IntSupplier clients = () -> 0;
  private long last;

  Surveys(int self, Machines machines, Outbox outbox, Timers timers, Supplier<View> view) {
    this.self = self;
    this.machines = machines;
    this.outbox = outbox;
    this.timers = timers;
    this.view = view;
  }

  /** Counts the programs that are connected. */
  void count(IntSupplier counter) {
    clients = counter;
  }

  void ask(boolean withObjects, Consumer<List<StoreSurvey>> taker) {
    long number = ++last;
    Open survey = new Open(new HashSet<>(), new ArrayList<>(), taker);
    open.put(number, survey);
    for (Member member : view.get().members()) {
      survey.missing().add(member.slot());
      outbox.send(member.slot(), new SurveyMessage.Ask(number, withObjects));
    }
    timers.after(PATIENCE, () -> finish(number));
  }

  void onMessage(int from, SurveyMessage message) {
    switch (message) {
      case SurveyMessage.Ask ask ->
          outbox.send(from, new SurveyMessage.Answer(ask.number(), own(ask.withObjects())));
      case SurveyMessage.Answer answer -> {
        Open survey = open.get(answer.number());
        if (survey != null && survey.missing().remove(from)) {
          survey.answers().add(answer.survey());
          if (survey.missing().isEmpty()) {
            finish(answer.number());
          }
        }
      }
    }
  }

  private void finish(long number) {
    Open survey = open.remove(number);
    if (survey != null) {
      survey.taker().accept(survey.answers());
    }
  }

  private StoreSurvey own(boolean withObjects) {
    Member member =
        view.get().members().stream().filter(each -> each.slot() == self).findFirst().orElseThrow();
    return new StoreSurvey(
        member,
        view.get().number(),
        machines.space.budget(),
        machines.space.used(),
        machines.copies.all().size(),
        machines.directory.objects(),
        clients.getAsInt(),
        machines.streams.serving(),
        machines.requests.all().size(),
        System.nanoTime() - began,
        machines.outage.text(),
        withObjects ? machines.directory.describeAll() : List.of());
  }
}
