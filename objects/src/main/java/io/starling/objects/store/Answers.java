package io.starling.objects.store;

import io.starling.objects.ObjectId;
import io.starling.objects.copy.Copy;
import io.starling.objects.copy.CopyTable;
import io.starling.objects.copy.Departure;
import io.starling.objects.operation.Absence;
import io.starling.objects.operation.Fetches;
import io.starling.objects.operation.Put;
import io.starling.objects.operation.Puts;
import io.starling.objects.operation.Questions;
import io.starling.objects.operation.Reservations;
import io.starling.objects.protocol.FromPrimary;
import io.starling.runtime.StarlingException;

/** Brings what directories say to the operation that waits for it, and obeys their orders. */
final class Answers {

  private final Puts puts;
  private final Fetches fetches;
  private final Questions questions;
  private final Reservations reservations;
  private final CopyTable copies;

  Answers(
      Puts puts,
      Fetches fetches,
      Questions questions,
      Reservations reservations,
      CopyTable copies) {
    this.puts = puts;
    this.fetches = fetches;
    this.questions = questions;
    this.reservations = reservations;
    this.copies = copies;
  }

  void take(FromPrimary message) {
    switch (message) {
      case FromPrimary.Accepted accepted -> onAccepted(accepted);
      case FromPrimary.Exists exists -> puts.onExists(exists.id(), exists.stamp());
      case FromPrimary.Gone gone -> {
        // It may have a copy that the directory does not know: a grant and a get's end had crossed.
        drop(gone.id(), gone.failure());
        questions.onGone(gone);
      }
      case FromPrimary.Drop drop -> drop(drop.id(), drop.failure());
      case FromPrimary.Value value -> fetches.onValue(value);
      case FromPrimary.Granted grant -> fetches.onGranted(grant);
      case FromPrimary.Withdrawn withdrawn -> reservations.onWithdrawn(withdrawn.id());
      case FromPrimary.Stays stays -> reservations.onStays(stays.id());
      case FromPrimary.Pin pin -> onPin(pin.id());
      case FromPrimary.Erased erased -> questions.onErased(erased);
      case FromPrimary.Seen seen -> questions.onSeen(seen);
      case FromPrimary.Unseen unseen -> questions.onSeen(unseen);
      case FromPrimary.Reduced reduced -> questions.onReduced(reduced);
      case FromPrimary.Description description -> questions.onDescription(description);
    }
  }

  private void onAccepted(FromPrimary.Accepted accepted) {
    Put put = puts.of(accepted.id(), accepted.stamp());
    if (put == null) {
      puts.onSmallAnswer(accepted.id(), accepted.stamp(), true);
    } else if (!put.isAnswered()) {
      fetches.replace(accepted.id());
      put.onAccepted();
    }
  }

  private void drop(ObjectId id, String failure) {
    StarlingException reason = Absence.of(id, failure);
    puts.onGone(id, reason);
    fetches.onGone(id, reason);
    Copy copy = copies.of(id);
    if (copy != null) {
      copies.drop(copy, new Departure.Gone(reason));
    }
  }

  private void onPin(ObjectId id) {
    Copy copy = copies.of(id);
    if (copy != null) {
      copy.pin();
      copies.use(copy);
    }
  }
}
