package io.starling.collectives.selection;

import io.starling.collectives.algorithm.Choice;
import io.starling.collectives.algorithm.CollectiveKind;

/**
 * What runs for messages of some lengths, and why.
 *
 * @param least the shortest of these messages in bytes
 * @param most the longest
 */
public record Decision(CollectiveKind kind, long least, long most, Choice choice, String reason) {}
