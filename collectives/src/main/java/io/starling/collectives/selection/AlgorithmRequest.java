package io.starling.collectives.selection;

import io.starling.collectives.algorithm.Choice;

/**
 * The user's request for an algorithm.
 *
 * @param origin the option or call with the request
 * @param yields whether the tables decide about operators that it does not support; otherwise they
 *     are refused
 */
record AlgorithmRequest(Choice choice, String origin, boolean yields) {}
