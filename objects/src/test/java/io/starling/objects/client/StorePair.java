package io.starling.objects.client;

import static io.starling.objects.Waiting.await;
import static org.assertj.core.api.Assertions.assertThat;

import io.starling.objects.ObjectId;
import io.starling.objects.ObjectInfo;
import io.starling.objects.ObjectStore;
import io.starling.objects.StoreConfiguration;
import io.starling.objects.host.ServedStore;
import io.starling.objects.host.StoreHost;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.ToLongFunction;

/** Two stores of this process, each with a program. */
final class StorePair implements AutoCloseable {

  private final List<StoreHost> hosts = new ArrayList<>();
  private final List<ServedStore> served = new ArrayList<>();
  private final List<ObjectStore> programs = new ArrayList<>();
  private final List<String> notes = java.util.Collections.synchronizedList(new ArrayList<>());
  private Path folder;

  StorePair(Door door, long memory) {
    StoreConfiguration first = StoreConfiguration.first(memory);
    add(door, first);
    add(door, first.joining(hosts.getFirst().address(), first.secret()));
    await(() -> ask(hosts.getFirst(), host -> host.store().view().members().size()) == 2);
  }

  private void add(Door door, StoreConfiguration configuration) {
    switch (door) {
      case SOCKET -> {
        try {
          if (folder == null) {
            folder = Files.createTempDirectory("store-pair");
          }
        } catch (IOException e) {
          throw new AssertionError(e);
        }
        Path file = folder.resolve("store" + hosts.size());
        ServedStore store = ServedStore.start(configuration, "here", file, notes::add);
        served.add(store);
        hosts.add(store.host());
        programs.add(StoreConnections.connect(file));
      }
      case EMBEDDED, SPINNING -> {
        StoreConfiguration own = door == Door.SPINNING ? configuration.spinning() : configuration;
        StoreHost host = StoreHost.start(own, notes::add);
        hosts.add(host);
        programs.add(StoreConnections.embedded(host));
      }
    }
  }

  /** The program of the first store. */
  ObjectStore here() {
    return programs.getFirst();
  }

  /** The program of the second store. */
  ObjectStore there() {
    return programs.getLast();
  }

  List<String> notes() {
    return notes;
  }

  /** So many copies are there, each with so many bytes. */
  void awaitCopies(int count, long bytes) {
    await(
        () ->
            hosts.stream()
                    .mapToLong(
                        each ->
                            ask(
                                each,
                                host ->
                                    host.store().copies().stream()
                                        .filter(copy -> copy.watermark() == bytes)
                                        .count()))
                    .sum()
                == count);
  }

  /** The directory knows so many complete copies. */
  void awaitComplete(ObjectId id, int count) {
    await(
        () ->
            here().info(id).orElseThrow().places().stream()
                    .filter(ObjectInfo.Place::complete)
                    .count()
                == count);
  }

  void awaitUsed(long bytes) {
    await(
        () ->
            hosts.stream().allMatch(each -> ask(each, host -> host.store().memoryUsed()) == bytes));
  }

  /** So many questions of the first store are open. */
  void awaitPending(int count) {
    await(() -> ask(hosts.getFirst(), host -> host.store().pending().size()) == count);
  }

  /** The first store ends. */
  void killFirst() {
    hosts.getFirst().close();
  }

  private static long ask(StoreHost host, ToLongFunction<StoreHost> question) {
    CompletableFuture<Long> answer = new CompletableFuture<>();
    assertThat(host.execute(() -> answer.complete(question.applyAsLong(host)))).isTrue();
    return answer.join();
  }

  @Override
  public void close() {
    programs.forEach(ObjectStore::close);
    served.reversed().forEach(ServedStore::close);
    hosts.reversed().forEach(StoreHost::close);
  }
}
