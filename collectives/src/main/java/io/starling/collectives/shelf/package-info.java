/**
 * Collectives in memory that the ranks of a group share: a {@link
 * io.starling.collectives.shelf.Shelf} for each group. Data between shelves moves by one-sided
 * accesses, which any rank of the group that has its processor begins. A rank that is away holds
 * back no other one, until the shelf is full. It knows {@code operation} and {@code tree}.
 */
package io.starling.collectives.shelf;
