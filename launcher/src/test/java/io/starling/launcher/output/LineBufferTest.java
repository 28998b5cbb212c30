package io.starling.launcher.output;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PipedInputStream;
import java.io.PipedOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class LineBufferTest {

  private final ByteArrayOutputStream shown = new ByteArrayOutputStream();
  private final OutputSink sink = new OutputSink(shown, StatusLine.none(), () -> {});

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  private String forwarded(String text, String tag, String unwanted) {
    LineBuffer lines = new LineBuffer(new TaggedLines(sink, bytes(tag)), bytes(unwanted));
    new PipeReader(new ByteArrayInputStream(bytes(text)), lines).run();
    return shown.toString(StandardCharsets.UTF_8);
  }

  @Test
  void linesAreTaggedAlsoTheEmptyAndTheUnfinished() {
    assertThat(forwarded("a\n\nb", "[1] ", "")).isEqualTo("[1] a\n[1] \n[1] b");
  }

  @Test
  void anUnwantedLineIsDroppedOnceAndOnlyAsAWhole() {
    assertThat(forwarded("noise!\nnoise\na\nnoise\n", "", "noise")).isEqualTo("noise!\na\nnoise\n");
  }

  @Test
  void anotherSourceNeverContinuesAnUnfinishedLine() {
    forwarded("first", "", "");
    assertThat(forwarded("second\n", "", "")).isEqualTo("first\nsecond\n");
  }

  @Test
  void anUnfinishedLineIsShownOnceItHasStoodForATick() throws Exception {
    PipedOutputStream rank = new PipedOutputStream();
    PipedInputStream in = new PipedInputStream(rank);
    LineBuffer lines = new LineBuffer(new TaggedLines(sink, bytes("[0] ")), new byte[0]);
    Thread thread = Thread.ofPlatform().start(new PipeReader(in, lines));
    rank.write(bytes("name? "));
    rank.flush();
    while (shown.size() == 0) {
      lines.showUnfinished();
    }
    rank.write(bytes("and rest\nnext\n"));
    rank.close();
    thread.join();
    assertThat(shown.toString(StandardCharsets.UTF_8)).isEqualTo("[0] name? and rest\n[0] next\n");
  }

  @Test
  void aBrokenStreamIsToldOnce() {
    AtomicInteger told = new AtomicInteger();
    OutputStream broken =
        new OutputStream() {
          @Override
          public void write(int value) throws IOException {
            throw new IOException("broken pipe");
          }
        };
    OutputSink brokenSink = new OutputSink(broken, StatusLine.none(), told::incrementAndGet);
    brokenSink.write(this, bytes("a\n"), 0, 2);
    brokenSink.write(this, bytes("b\n"), 0, 2);
    assertThat(told).hasValue(1);
  }
}
