/**
 * {@code starling bootstrap}: how long the ranks of a job take to find each other, for jobs of a
 * thousand ranks on one machine.
 */
package io.starling.bench.bootstrap;
