package io.starling.runtime.progress;

import io.starling.runtime.memory.Memory;
import io.starling.runtime.reduction.Fold;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Supplier;

/** An operation whose beginning is a script, and which writes down what it hears. */
final class ScriptedOperation extends Operation {

  final List<String> heard = new ArrayList<>();
  private final Consumer<ScriptedOperation> script;
  private final int events;
  RuntimeException answer;
  Supplier<RuntimeException> obstacle = () -> null;
  boolean inEvent;

  ScriptedOperation(Engine engine, int events, Consumer<ScriptedOperation> script) {
    super(engine);
    this.events = events;
    this.script = script;
  }

  /** Receives one message. */
  static ScriptedOperation receiving(Engine engine, MemorySegment into) {
    return new ScriptedOperation(engine, 1, operation -> operation.receiveFrom(1, 0, into));
  }

  void receiveFrom(int peer, int segment, MemorySegment into) {
    receiveFrom(peer, segment, Memory.of(into));
  }

  void receiveFrom(int peer, int segment, Memory into) {
    long tag = Tags.collective(0, 0) + Tags.source(peer) + segment;
    receive(0, segment, peer, tag, Tags.EXACT, into, 0, into.byteSize());
  }

  void fold(Fold fold, Memory left, Memory right, Memory into) {
    fold(0, 0, fold, left, 0, right, 0, into, 0, into.byteSize());
  }

  void sendTo(int peer, int segment, MemorySegment data) {
    send(0, segment, peer, Tags.collective(0, 0) + segment, Memory.of(data), 0, data.byteSize());
  }

  @Override
  protected void start() {
    heard.clear();
    inEvent = true;
    script.accept(this);
    inEvent = false;
  }

  private void hear(String event) {
    if (inEvent) {
      throw new AssertionError("re-entered by " + event);
    }
    inEvent = true;
    heard.add(event);
    inEvent = false;
    if (answer != null) {
      throw answer;
    }
  }

  @Override
  protected void onReceived(int child, int segment) {
    hear("received " + segment);
  }

  @Override
  protected void onSent(int child, int segment) {
    hear("sent " + segment);
  }

  @Override
  protected void onFolded(int child, int segment) {
    hear("folded " + segment);
  }

  void addUp(MemorySegment memory, RuntimeException problem) {
    fold(
        0,
        0,
        (left, leftOffset, right, rightOffset, into, intoOffset, bytes) -> {
          if (problem != null) {
            throw problem;
          }
        },
        Memory.of(memory),
        0,
        Memory.of(memory),
        0,
        Memory.of(memory),
        0,
        memory.byteSize());
  }

  @Override
  public RuntimeException obstacle() {
    return obstacle.get();
  }

  @Override
  protected boolean finished() {
    return heard.size() >= events;
  }

  @Override
  public String describe() {
    return "a scripted operation";
  }
}
