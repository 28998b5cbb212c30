package io.starling.collectives.call;

import io.starling.collectives.algorithm.Choice;
import io.starling.collectives.algorithm.CollectiveKind;
import io.starling.collectives.algorithm.Task;
import io.starling.collectives.exchange.Problem;
import io.starling.collectives.operation.Context;
import io.starling.runtime.Buffer;
import io.starling.runtime.Datatype;
import io.starling.runtime.ReductionOperator;
import io.starling.runtime.datatype.BasicDatatype;
import io.starling.runtime.datatype.DerivedDatatype;
import io.starling.runtime.progress.OperatorFold;
import java.util.ArrayDeque;
import java.util.LinkedHashMap;
import java.util.Map;

/** How calls that are alike run: the algorithm, the problem that it solves, and the idle calls. */
final class Plan {

  /** What distinguishes plans. */
  record Key(Choice choice, Problem problem, Datatype type, ReductionOperator operator) {}

  /** The plans of a communicator that were used last. */
  static final class Cache {

    private static final int MOST_PLANS = 256;
    private static final float LOAD_FACTOR = 0.75f;

    private final Map<Key, Plan> plans =
        new LinkedHashMap<>(MOST_PLANS, LOAD_FACTOR, true) {
          private static final long serialVersionUID = 1L;

          @Override
          protected boolean removeEldestEntry(Map.Entry<Key, Plan> eldest) {
            return size() > MOST_PLANS;
          }
        };

    Plan get(Member member, Key key) {
      Plan plan = plans.get(key);
      if (plan == null) {
        plan = new Plan(member, key);
        plans.put(key, plan);
        member.uses().note(key.choice, key.problem);
      }
      return plan;
    }
  }

  /** The last calls of each kind with blocks of equal length: found without a new object. */
  static final class Recent {

    private record Shape(
        int root,
        long bytes,
        long elementBytes,
        boolean inPlace,
        Datatype type,
        ReductionOperator operator) {}

    private static final int SLOTS = 8;

    private final Shape[] shapes = new Shape[SLOTS * CollectiveKind.values().length];
    private final Plan[] plans = new Plan[shapes.length];

    /** The plan of a call that was made before, or null. */
    Plan find(
        CollectiveKind kind,
        int root,
        long bytes,
        long elementBytes,
        boolean inPlace,
        Datatype type,
        ReductionOperator operator) {
      int slot = slot(kind, root, bytes);
      Shape known = shapes[slot];
      boolean isSame =
          known != null
              && known.bytes == bytes
              && known.root == root
              && known.inPlace == inPlace
              && known.operator == operator
              && known.type == type
              && known.elementBytes == elementBytes;
      return isSame ? plans[slot] : null;
    }

    void add(
        CollectiveKind kind,
        int root,
        long bytes,
        long elementBytes,
        boolean inPlace,
        Datatype type,
        ReductionOperator operator,
        Plan plan) {
      int slot = slot(kind, root, bytes);
      shapes[slot] = new Shape(root, bytes, elementBytes, inPlace, type, operator);
      plans[slot] = plan;
    }

    private static int slot(CollectiveKind kind, int root, long bytes) {
      int mix = Long.hashCode(bytes) + 3 * root;
      mix ^= mix >>> 6 ^ mix >>> 12 ^ mix >>> 18;
      return kind.ordinal() * SLOTS + (mix & (SLOTS - 1));
    }
  }

  private final Member member;
  private final Key key;
  private final Task task;
  private final ArrayDeque<CollectiveCall> idle = new ArrayDeque<>();

  private Plan(Member member, Key key) {
    this.member = member;
    this.key = key;
    Context context = member.context();
    ReductionOperator operator = key.operator;
    boolean inOrder = operator != null && (!operator.commutative() || roundsDifferently(key.type));
    task =
        new Task(
            context,
            key.choice.parameters(),
            key.problem,
            operator == null ? null : OperatorFold.of(context.engine(), operator, key.type),
            inOrder);
  }

  /**
   * Whether a sum depends on its order. Children are then folded in a fixed order, so that the same
   * call gives the same bits.
   */
  private static boolean roundsDifferently(Datatype type) {
    return switch (type) {
      case BasicDatatype basic ->
          switch (basic.kind()) {
            case FLOATING, COMPLEX -> true;
            case INTEGER, VALUE_INDEX -> false;
          };
      case DerivedDatatype derived -> true;
    };
  }

  Choice choice() {
    return key.choice;
  }

  Problem problem() {
    return key.problem;
  }

  /** An idle call, or a new one, with what {@link CollectiveCall#with} sets. */
  CollectiveCall call(Buffer data, Buffer result, String text) {
    CollectiveCall call = idle.pollLast();
    if (call == null) {
      call = new CollectiveCall(member, this, key.choice.algorithm().operation(task));
    }
    return call.with(data, result, text);
  }

  /** Takes back a call that has ended. */
  void add(CollectiveCall call) {
    idle.addLast(call);
  }
}
