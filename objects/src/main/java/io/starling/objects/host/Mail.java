package io.starling.objects.host;

import io.starling.objects.protocol.MembershipMessage;
import io.starling.objects.protocol.Message;
import io.starling.objects.store.Store;
import io.starling.objects.transfer.Arrivals;
import io.starling.objects.transfer.Streams;

/** Brings what the network has to the store, or to its part in the membership. */
record Mail(Store store, Member member) implements Arrivals {

  @Override
  public void onMessage(int from, long viewOfSender, Message message) {
    if (message instanceof MembershipMessage ofMembership) {
      member.onMessage(from, ofMembership);
    } else {
      store.onMessage(from, viewOfSender, message);
    }
  }

  @Override
  public void onBroken(int slot) {
    store.onBroken(slot);
  }

  @Override
  public Streams streams() {
    return store.streams();
  }

  @Override
  public void onBytes(long stream, long length) {
    store.onBytes(stream, length);
  }
}
