package io.starling.bench.laboratory.study.objects;

/**
 * The death of a host, and its return.
 *
 * @param number of the query or the iteration in which it dies, from 1 on
 * @param lasts the nanoseconds until another host joins in its place
 */
record Failure(int number, long lasts) {}
