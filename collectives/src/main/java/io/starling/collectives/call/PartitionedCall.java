package io.starling.collectives.call;

import io.starling.collectives.PartitionedReceive;
import io.starling.collectives.PartitionedSend;
import io.starling.collectives.pointtopoint.PartitionedHeader;
import io.starling.collectives.pointtopoint.PartitionedOperation;
import io.starling.collectives.pointtopoint.PartitionedReceiveOperation;
import io.starling.collectives.pointtopoint.PartitionedSendOperation;
import io.starling.runtime.Buffer;
import io.starling.runtime.PersistentRequest;

/** A partitioned send or receive: a persistent call whose header travels when it is made. */
public final class PartitionedCall extends Call {

  private final PartitionedOperation operation;
  private final String role;
  private final Buffer buffer;

  private PartitionedCall(
      Member member, PartitionedOperation operation, String role, Buffer buffer) {
    super(member, operation);
    this.operation = operation;
    this.role = role;
    this.buffer = buffer;
  }

  /** Makes a call, to be used inside the engine, and begins the transfer of its header. */
  private static PersistentRequest request(
      Member member, PartitionedOperation operation, String role, Buffer buffer) {
    PartitionedHeader header = operation.header();
    header.atEachEnd(member.oneEnded());
    header.begin();
    member.oneBegan();
    return new PartitionedCall(member, operation, role, buffer).persistent();
  }

  @Override
  public PartitionedOperation operation() {
    return operation;
  }

  @Override
  void prepare() {
    operation.useMemory(memory(role, buffer));
  }

  @Override
  void becomeIdle() {
    // It is never used for another request.
  }

  /** The send of a program. */
  public static final class Send implements PartitionedSend {
    private final Member member;
    private final PartitionedSendOperation operation;
    private final PersistentRequest request;

    Send(Member member, PartitionedSendOperation operation, Buffer data) {
      this.member = member;
      this.operation = operation;
      request = PartitionedCall.request(member, operation, "data", data);
    }

    @Override
    public PersistentRequest request() {
      return request;
    }

    @Override
    public void ready(int part) {
      member.arguments().part(part, operation.division().parts());
      try (Member.Entry _ = member.enter()) {
        operation.ready(part);
      }
    }
  }

  /** The receive of a program. */
  public static final class Receive implements PartitionedReceive {
    private final Member member;
    private final PartitionedReceiveOperation operation;
    private final PersistentRequest request;

    Receive(Member member, PartitionedReceiveOperation operation, Buffer into) {
      this.member = member;
      this.operation = operation;
      request = PartitionedCall.request(member, operation, "buffer", into);
    }

    @Override
    public PersistentRequest request() {
      return request;
    }

    @Override
    public boolean hasArrived(int part) {
      member.arguments().part(part, operation.division().parts());
      request.test();
      try (Member.Entry _ = member.enter()) {
        return operation.hasArrived(part);
      }
    }

    @Override
    public void close() {
      PartitionedReceive.super.close();
      try (Member.Entry _ = member.enter()) {
        if (!operation.header().isDone()) {
          operation.header().cancel();
        }
      }
    }
  }
}
