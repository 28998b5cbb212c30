/**
 * Collectives of long messages in memory that the ranks of a group share. On a {@link
 * io.starling.collectives.shelf.Shelf} for each group any rank that has its processor moves the
 * next segment, by one-sided accesses between groups; in {@link
 * io.starling.collectives.shelf.Slices} each rank of a host copies or folds a part of the data
 * where it lies. A rank without its processor holds back no other one until the shelf is full; in
 * slices it holds back the piece that it has claimed. The arrows: shelf to operation and tree.
 */
package io.starling.collectives.shelf;
