package io.starling.runtime.bootstrap.api;

import java.util.BitSet;
import java.util.Optional;

/** A supervision that hands every call to another one; subclasses change some. */
public class ForwardingSupervision implements Supervision {

  private final Supervision supervision;

  /** Hands every call to this one. */
  protected ForwardingSupervision(Supervision supervision) {
    this.supervision = supervision;
  }

  @Override
  public boolean survivesFailures() {
    return supervision.survivesFailures();
  }

  @Override
  public void poll(Listener listener) {
    supervision.poll(listener);
  }

  @Override
  public void revoke(String communicator) {
    supervision.revoke(communicator);
  }

  @Override
  public void enterAgreement(String name, BitSet members, int flags) {
    supervision.enterAgreement(name, members, flags);
  }

  @Override
  public Optional<Agreement> agreement(String name) {
    return supervision.agreement(name);
  }
}
