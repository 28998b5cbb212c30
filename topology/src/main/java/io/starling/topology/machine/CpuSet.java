package io.starling.topology.machine;

import java.util.BitSet;
import java.util.Objects;
import java.util.StringJoiner;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;

/**
 * An immutable set of PUs by the operating system's numbers. Its text is Linux's list format,
 * {@code 0-3,8}, as in {@code taskset -c} and {@code /proc/self/status}.
 */
public final class CpuSet {

  /** The empty set. */
  public static final CpuSet EMPTY = new CpuSet(new BitSet());

  private static final Pattern RANGE = Pattern.compile("(\\d{1,7})(?:-(\\d{1,7}))?");

  private final BitSet members;

  private CpuSet(BitSet members) {
    this.members = members;
  }

  /**
   * The PUs from {@code first} to {@code last}, both included.
   *
   * @throws IllegalArgumentException if first is negative or greater than last
   */
  public static CpuSet range(int first, int last) {
    if (first < 0 || first > last) {
      throw new IllegalArgumentException("no range of CPUs: " + first + "-" + last);
    }
    BitSet members = new BitSet();
    members.set(first, last + 1);
    return new CpuSet(members);
  }

  /**
   * Reads {@code 0-3,8}; the empty text is the empty set.
   *
   * @throws IllegalArgumentException if it is not such a list; the message names the wrong part
   */
  public static CpuSet parse(String list) {
    BitSet members = new BitSet();
    if (!list.isBlank()) {
      for (String part : list.strip().split(",", -1)) {
        Matcher range = RANGE.matcher(part);
        if (!range.matches()) {
          throw new IllegalArgumentException("no list of CPUs: '" + list + "' at '" + part + "'");
        }
        int first = Integer.parseInt(range.group(1));
        int last = range.group(2) == null ? first : Integer.parseInt(range.group(2));
        members.or(range(first, last).members);
      }
    }
    return new CpuSet(members);
  }

  /** Whether this PU is in the set. */
  public boolean contains(int cpu) {
    return cpu >= 0 && members.get(cpu);
  }

  /** Whether two sets have a PU in common. */
  public boolean intersects(CpuSet other) {
    return members.intersects(other.members);
  }

  /** Whether this set contains all PUs of another. */
  public boolean containsAll(CpuSet other) {
    BitSet outside = (BitSet) other.members.clone();
    outside.andNot(members);
    return outside.isEmpty();
  }

  /** The PUs that are in both. */
  public CpuSet and(CpuSet other) {
    BitSet common = (BitSet) members.clone();
    common.and(other.members);
    return new CpuSet(common);
  }

  /** The PUs that are in either. */
  public CpuSet or(CpuSet other) {
    BitSet all = (BitSet) members.clone();
    all.or(other.members);
    return new CpuSet(all);
  }

  /** The number of PUs. */
  public int size() {
    return members.cardinality();
  }

  /** Whether the set is empty. */
  public boolean isEmpty() {
    return members.isEmpty();
  }

  /** The PUs in ascending order. */
  public IntStream stream() {
    return members.stream();
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof CpuSet set && members.equals(set.members);
  }

  @Override
  public int hashCode() {
    return Objects.hash(members);
  }

  @Override
  public String toString() {
    StringJoiner list = new StringJoiner(",");
    for (int first = members.nextSetBit(0); first >= 0; ) {
      int last = members.nextClearBit(first) - 1;
      list.add(first == last ? String.valueOf(first) : first + "-" + last);
      first = members.nextSetBit(last + 1);
    }
    return list.toString();
  }
}
