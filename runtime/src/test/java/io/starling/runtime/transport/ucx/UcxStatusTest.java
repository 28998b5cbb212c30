package io.starling.runtime.transport.ucx;

import static org.assertj.core.api.Assertions.assertThat;

import io.starling.runtime.progress.Completions.Failure;
import java.util.Arrays;
import java.util.stream.IntStream;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
class UcxStatusTest {

  private static final int LOWEST = -100;

  /** All that UCX has a text for, by UCX's own words. */
  @ParameterizedTest
  @CsvSource({
    "-1, No pending message, BROKEN",
    "-2, No resources are available to initiate the operation, BROKEN",
    "-3, Input/output error, UNCERTAIN",
    "-4, Out of memory, BROKEN",
    "-5, Invalid parameter, BROKEN",
    "-6, Destination is unreachable, UNCERTAIN",
    "-7, Address not valid, UNCERTAIN",
    "-8, Function not implemented, BROKEN",
    "-9, Message truncated, TRUNCATED",
    "-10, No progress, BROKEN",
    "-11, Provided buffer is too small, BROKEN",
    "-12, No such element, BROKEN",
    "-13, Failed to connect some of the requested endpoints, UNCERTAIN",
    "-14, No such device, BROKEN",
    "-15, Device is busy, BROKEN",
    "-16, Request canceled, CANCELLED",
    "-17, Shared memory error, UNCERTAIN",
    "-18, Element already exists, BROKEN",
    "-19, Index out of range, BROKEN",
    "-20, Operation timed out, UNREACHABLE",
    "-21, User-defined limit was reached, BROKEN",
    "-22, Unsupported operation, BROKEN",
    "-23, Operation rejected by remote peer, UNREACHABLE",
    "-24, Endpoint is not connected, UNREACHABLE",
    "-25, Connection reset by remote peer, UNREACHABLE",
    "-80, Endpoint timeout, UNREACHABLE"
  })
  void each_status_says_whether_the_peer_is_gone(int status, String words, Failure failure) {
    assertThat(UcpLibrary.describe(status)).isEqualTo("%s (%d)".formatted(words, status));
    assertThat(UcxStatus.failure(status)).isEqualTo(failure);
  }

  @Test
  void what_fails_a_link_or_an_endpoint_tells_of_a_peer_that_is_gone() {
    assertThat(IntStream.rangeClosed(-89, -40).mapToObj(UcxStatus::failure))
        .containsOnly(Failure.UNREACHABLE);
  }

  /** A later UCX may have more: then the table wants another line. */
  @Test
  void ucx_has_no_text_for_any_other() {
    int[] known = Arrays.stream(UcxStatus.values()).mapToInt(UcxStatus::code).toArray();
    assertThat(
            IntStream.range(LOWEST, 0)
                .filter(status -> Arrays.stream(known).noneMatch(code -> code == status))
                .mapToObj(UcpLibrary::describe))
        .allSatisfy(text -> assertThat(text).startsWith("Unknown error"));
  }

  @ParameterizedTest
  @ValueSource(ints = {-26, -39, -90, -100, Integer.MIN_VALUE, 1, 0})
  void one_that_nobody_knows_may_be_anything(int status) {
    assertThat(UcxStatus.failure(status)).isEqualTo(Failure.UNCERTAIN);
  }

  /** A cable that is out, while ranks connect, ends in one of these. */
  @Test
  void only_what_a_network_says_may_pass() {
    assertThat(IntStream.range(LOWEST, 0).filter(UcxStatus::mayPass).filter(code -> code > -40))
        .containsExactlyInAnyOrder(-25, -24, -23, -20, -6, -3);
    assertThat(IntStream.rangeClosed(-89, -40)).allMatch(UcxStatus::mayPass);
  }
}
