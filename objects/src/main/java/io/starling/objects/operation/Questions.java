package io.starling.objects.operation;

import io.starling.objects.ObjectId;
import io.starling.objects.protocol.FromPrimary;
import io.starling.objects.protocol.ToPrimary;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Deletes, descriptions, watches and reduces: one question to the directory for all clients who ask
 * the same.
 */
public final class Questions {

  private final Requests requests;
  private final Map<ObjectId, List<QuestionListener>> deletes = new HashMap<>();
  private final Map<ObjectId, List<QuestionListener>> descriptions = new HashMap<>();
  private final Map<ObjectId, List<QuestionListener>> watches = new HashMap<>();
  private final Map<ObjectId, List<QuestionListener>> reduces = new HashMap<>();

  public Questions(Requests requests) {
    this.requests = requests;
  }

  public void delete(ObjectId id, QuestionListener listener) {
    if (add(deletes, id, listener)) {
      requests.ask(new ToPrimary.Delete(id));
    }
  }

  public void describe(ObjectId id, QuestionListener listener) {
    if (add(descriptions, id, listener)) {
      requests.ask(new ToPrimary.Describe(id));
    }
  }

  /** Each watch asks, so that the answer that another one has had comes again. */
  public void watch(ObjectId id, QuestionListener listener) {
    add(watches, id, listener);
    requests.ask(new ToPrimary.Watch(id));
  }

  public void unwatch(ObjectId id, QuestionListener listener) {
    List<QuestionListener> watching = watches.get(id);
    if (watching != null && watching.remove(listener) && watching.isEmpty()) {
      watches.remove(id);
      requests.close(id, ToPrimary.Watch.class);
      requests.tell(new ToPrimary.Unwatch(id));
    }
  }

  /** Two reduces to one target can't be. */
  public void reduce(ToPrimary.Reduce reduce, QuestionListener listener) {
    ToPrimary.Reduce open = requests.open(reduce.id(), ToPrimary.Reduce.class);
    if (open != null && !open.asksTheSame(reduce)) {
      listener.onAnswer(new FromPrimary.Reduced(reduce.id(), List.of(), open.obstacle()));
    } else if (add(reduces, reduce.id(), listener)) {
      requests.ask(reduce);
    }
  }

  public void onReduced(FromPrimary.Reduced answer) {
    requests.close(answer.id(), ToPrimary.Reduce.class);
    answer(reduces.remove(answer.id()), answer);
  }

  public void onErased(FromPrimary.Erased answer) {
    requests.close(answer.id(), ToPrimary.Delete.class);
    answer(deletes.remove(answer.id()), answer);
  }

  public void onDescription(FromPrimary.Description answer) {
    requests.close(answer.id(), ToPrimary.Describe.class);
    answer(descriptions.remove(answer.id()), answer);
  }

  /** Of watches, which go on. */
  public void onSeen(FromPrimary answer) {
    answer(watches.get(answer.id()), answer);
  }

  /** Of watches and descriptions. */
  public void onGone(FromPrimary.Gone answer) {
    requests.close(answer.id(), ToPrimary.Watch.class);
    answer(watches.remove(answer.id()), answer);
    requests.close(answer.id(), ToPrimary.Describe.class);
    answer(descriptions.remove(answer.id()), answer);
  }

  /** Whether the listener is the first that asks. */
  private static boolean add(
      Map<ObjectId, List<QuestionListener>> open, ObjectId id, QuestionListener listener) {
    List<QuestionListener> listeners = open.computeIfAbsent(id, first -> new ArrayList<>());
    listeners.add(listener);
    return listeners.size() == 1;
  }

  private static void answer(List<QuestionListener> listeners, FromPrimary answer) {
    if (listeners != null) {
      List.copyOf(listeners).forEach(listener -> listener.onAnswer(answer));
    }
  }
}
