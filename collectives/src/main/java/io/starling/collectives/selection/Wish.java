package io.starling.collectives.selection;

import io.starling.collectives.algorithm.Choice;

/**
 * What the user asked for.
 *
 * @param origin the option or call that says so
 * @param yields whether it leaves to the tables the operators that it can't do; else they are
 *     refused
 */
record Wish(Choice choice, String origin, boolean yields) {}
