package io.starling.objects.client;

import io.starling.objects.ObjectInfo;
import io.starling.objects.StoreReport;
import io.starling.objects.protocol.FromPrimary;
import io.starling.objects.protocol.StoreSurvey;
import java.time.Duration;
import java.util.Optional;

/** Turns what stores say of themselves into what programs see. */
final class Reports {

  private Reports() {}

  static ObjectInfo info(FromPrimary.Description object) {
    boolean complete =
        object.inline() || object.places().stream().anyMatch(FromPrimary.Place::complete);
    return new ObjectInfo(
        object.id(),
        Content.datatype(object.type()),
        object.size(),
        complete,
        object.inline(),
        Duration.ofMillis(Math.max(0, System.currentTimeMillis() - object.since())),
        object.places().stream()
            .map(
                place ->
                    new ObjectInfo.Place(
                        place.store(), place.complete(), place.original(), place.readers()))
            .toList());
  }

  static StoreReport report(StoreSurvey survey) {
    return new StoreReport(
        survey.store().slot(),
        survey.store().host() + ":" + survey.store().port(),
        survey.view(),
        survey.memory(),
        survey.used(),
        survey.copies(),
        survey.entries(),
        survey.clients(),
        survey.streams(),
        survey.pending(),
        Duration.ofNanos(survey.age()),
        Optional.of(survey.outage()).filter(text -> !text.isEmpty()),
        survey.objects().stream().map(Reports::info).toList());
  }
}
