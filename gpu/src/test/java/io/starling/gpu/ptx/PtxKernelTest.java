package io.starling.gpu.ptx;

import static java.lang.foreign.ValueLayout.JAVA_INT;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Test;

/** How small kernels are read and run, and what is refused. */
@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
final class PtxKernelTest {

  private static final int THREADS = 4;

  private final Arena arena = Arena.ofConfined();
  private final MemorySegment numbers = arena.allocate(JAVA_INT, 2 * THREADS);

  @AfterEach
  void free() {
    arena.close();
  }

  /** A kernel that has the address of its thread's number in %rd3, and its own number in %r1. */
  private static PtxKernel kernel(String body) {
    return PtxProgram.parse(
            """
            .version 6.3
            .visible .entry k(
            \t.param .u64 k_param_0
            )
            .maxntid 4, 1, 1
            {
            \t.reg .pred %p<3>;
            \t.reg .b16 %rs<3>;
            \t.reg .b32 %r<9>;
            \t.reg .f32 %f<3>;
            \t.reg .b64 %rd<9>;
            \tld.param.u64 \t%rd1, [k_param_0];
            \tmov.u32 \t%r1, %tid.x;
            \tmul.wide.u32 \t%rd2, %r1, 4;
            \tadd.s64 \t%rd3, %rd1, %rd2;
            BODY
            \tret;
            }
            """
                .replace("BODY", body))
        .kernel("k");
  }

  private int[] run(String body) {
    OperandMemory memory = new OperandMemory();
    memory.allowWrites(numbers);
    memory.allowReads(numbers);
    kernel(body).run(memory, 1, THREADS, numbers.address());
    return numbers.asSlice(0, THREADS * JAVA_INT.byteSize()).toArray(JAVA_INT);
  }

  @Test
  void threads_that_part_meet_again() {
    int[] results =
        run(
            """
            setp.lt.u32 %p1, %r1, 2;
            @%p1 bra $L_few;
            mov.u32 %r2, 50;
            bra.uni $L_both;
            $L_few:
            mov.u32 %r2, 70;
            $L_both:
            add.s32 %r3, %r2, %r1;
            st.global.u32 [%rd3], %r3;
            """);

    assertThat(results).containsExactly(70, 71, 52, 53);
  }

  @Test
  void an_instruction_runs_where_its_guard_says() {
    int[] results =
        run(
            """
            mov.u32 %r2, 5;
            setp.eq.s32 %p1, %r1, 1;
            @%p1 mov.u32 %r2, 6;
            @!%p1 add.s32 %r2, %r2, %r1;
            st.global.u32 [%rd3], %r2;
            """);

    assertThat(results).containsExactly(5, 6, 7, 8);
  }

  @Test
  void parts_of_a_register_are_taken_out_and_put_in_from_the_lowest() {
    int[] results =
        run(
            """
            mov.u32 %r2, 305419896;
            mov.b32 {%rs1, %rs2}, %r2;
            mov.b32 %r3, {%rs2, %rs1};
            st.global.u32 [%rd3], %r3;
            """);

    assertThat(results).containsOnly(0x56781234);
  }

  @Test
  void a_byte_that_two_threads_write_is_refused() {
    assertFaults("st.global.u32 [%rd1], %r1;", "written by thread 1, after thread 0");
  }

  @Test
  void a_byte_that_another_thread_reads_before_or_after_is_refused() {
    assertFaults(
        "ld.global.u32 %r2, [%rd3+4];\nst.global.u32 [%rd3], %r2;",
        "written by thread 1, and another reads it");
    assertFaults(
        "st.global.u32 [%rd3], %r1;\nld.global.u32 %r2, [%rd1];", "after thread 0 has written it");
  }

  @Test
  void an_access_that_is_misaligned_or_outside_is_refused() {
    assertFaults("ld.global.u32 %r2, [%rd3+2];", "is misaligned");
    assertFaults("ld.global.v2.u32 {%r2, %r3}, [%rd3];", "8 bytes .* is misaligned");
    assertFaults("ld.global.u32 %r2, [%rd3+32];", "is outside of the operands");
    assertFaults("ld.global.u32 %r2, [%rd3+-4];", "is outside of the operands");
  }

  @Test
  void a_loop_without_an_end_is_reported() {
    assertFaults("$L_here:\nbra.uni $L_here;", "does not end");
  }

  @Test
  void a_register_must_have_been_written_on_every_path() {
    assertFaults("add.s32 %r3, %r2, %r1;", "may not have been written");
    assertFaults(
        "setp.eq.s32 %p1, %r1, 1;\n@%p1 mov.u32 %r2, 6;\nadd.s32 %r3, %r2, %r1;",
        "may not have been written");
    assertFaults("@%p1 add.s32 %r3, %r1, %r1;", "may not have been written");
  }

  @Test
  void what_the_assembler_would_refuse_is_refused() {
    assertFaults("add.s32 %r2, %rd1, %r1;", "%rd1 is .b64, not .s32");
    assertFaults("add.rn.f32 %f1, %f1, %r1;\nadd.s32 %r2, %f1, %r1;", "%f1 is .f32, not .s32");
    assertFaults("add.s32 %r2, %r1;", "3 operands, not 2");
    assertFaults("mov.u32 %r99, 0;", "not declared: %r99");
    assertFaults("mov.u32 %tid.x, 0;", "is no register of the kernel");
    assertFaults("mov.u16 %rs1, 65536;", "65536 is too large");
    assertFaults("bra $L_none;", "leads nowhere");
    assertFaults("$L_a:\n$L_a:", "the label is there twice");
    assertFaults("ld.global.v4.u64 {%rd4, %rd5, %rd6, %rd7}, [%rd3];", "unknown form of access");
    assertFaults("ld.global.v2.u32 %r2, [%rd3];", "unknown form of access");
    assertFaults(".shared .b32 x;", "unknown statement");
    assertFaults("exit;", "unknown instruction exit");
  }

  private void assertFaults(String body, String complaint) {
    assertThatThrownBy(() -> run(body))
        .isInstanceOf(PtxFault.class)
        .hasMessageFindingMatch(complaint);
  }
}
