package io.starling.collectives.selection;

import io.starling.collectives.algorithm.Choice;
import io.starling.collectives.algorithm.CollectiveKind;

/**
 * The algorithm for a range of message lengths, and the reason.
 *
 * @param least the shortest of these messages in bytes
 * @param most the longest
 */
public record Decision(CollectiveKind kind, long least, long most, Choice choice, String reason) {}
