package io.starling.bench;

import static org.assertj.core.api.Assertions.assertThat;

import io.starling.launcher.job.Job;
import io.starling.launcher.job.JobSpecification;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;

/** A job that runs on a thread of its own. */
final class RunningJob {
  final CompletableFuture<Void> hasWritten = new CompletableFuture<>();
  final ByteArrayOutputStream output =
      new ByteArrayOutputStream() {
        @Override
        public synchronized void write(byte[] bytes, int from, int length) {
          super.write(bytes, from, length);
          hasWritten.complete(null);
        }
      };
  final ByteArrayOutputStream errors = new ByteArrayOutputStream();
  final CompletableFuture<Integer> signal = new CompletableFuture<>();
  final CompletableFuture<List<ProcessHandle>> ranks = new CompletableFuture<>();
  final FutureTask<Integer> status;

  RunningJob(JobSpecification job) {
    status = new FutureTask<>(() -> new Job(job, output, errors).run(signal, ranks::complete));
    Thread.ofPlatform().daemon().start(this::run);
  }

  private void run() {
    status.run();
    ranks.completeExceptionally(new IllegalStateException("the job has ended"));
  }

  int status() throws Exception {
    try {
      return status.get(100, TimeUnit.SECONDS);
    } catch (ExecutionException e) {
      throw (Exception) e.getCause();
    }
  }

  void ends(int expected) throws Exception {
    assertThat(status()).as(() -> output() + " " + errors()).isEqualTo(expected);
  }

  String errors() {
    return errors.toString(StandardCharsets.UTF_8);
  }

  String output() {
    return output.toString(StandardCharsets.UTF_8);
  }

  List<String> lines() {
    return output().lines().toList();
  }
}
