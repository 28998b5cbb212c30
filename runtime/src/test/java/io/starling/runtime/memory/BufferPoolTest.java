package io.starling.runtime.memory;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.LongRange;

class BufferPoolTest {

  private final BufferPool pool = new BufferPool();

  @Property(tries = 200)
  void a_segment_is_long_enough_not_twice_too_long_and_aligned(
      @ForAll @LongRange(max = 1 << 20) long bytes) {
    MemorySegment segment = pool.acquire(bytes);
    assertThat(segment.byteSize())
        .isGreaterThanOrEqualTo(bytes)
        .isLessThanOrEqualTo(Math.max(64, 2 * bytes));
    assertThat(segment.address() % 64).isZero();
    pool.release(segment);
  }

  @Example
  void what_was_released_is_used_again() {
    MemorySegment first = pool.acquire(1000);
    MemorySegment second = pool.acquire(1000);
    assertThat(first.address()).isNotEqualTo(second.address());
    pool.release(first);
    assertThat(pool.acquire(600)).isSameAs(first);
    pool.release(second);
    for (int i = 0; i < 100; i++) {
      pool.release(pool.acquire(513));
    }
    assertThat(pool.allocatedBytes()).isEqualTo(2048);
  }

  @Example
  void lengths_of_different_powers_of_two_do_not_meet() {
    MemorySegment large = pool.acquire(4096);
    pool.release(large);
    assertThat(pool.acquire(4097)).isNotSameAs(large);
    assertThat(pool.acquire(2048)).isNotSameAs(large);
    assertThat(pool.acquire(2049)).isSameAs(large);
  }

  @Example
  void a_long_segment_is_freed_when_it_is_released() {
    BufferPool pool = new BufferPool();
    MemorySegment segment = pool.acquire(9 << 20);
    pool.release(segment);
    assertThat(segment.scope().isAlive()).isFalse();
  }

  @Example
  void a_pool_with_a_bound_drops_kept_segments_before_it_allocates_others() {
    BufferPool pool = new BufferPool(1 << 20);
    for (int bytes = 64; bytes <= 1 << 16; bytes *= 2) {
      List<MemorySegment> used = new ArrayList<>();
      for (long sum = 0; sum < 1 << 20; sum += bytes) {
        used.add(pool.acquire(bytes));
        assertThat(pool.heldBytes()).isLessThanOrEqualTo(1 << 20);
      }
      used.forEach(pool::release);
    }
    long allocated = pool.allocatedBytes();
    pool.release(pool.acquire(1 << 16));
    assertThat(pool.allocatedBytes()).as("what fits is used again").isEqualTo(allocated);
  }
}
