/**
 * A master and workers that meet only through objects: orders, models and results. Workers may die.
 * The ids come from texts that both sides make alike, so none is sent.
 *
 * <pre>
 * Workers, Worker ──> Names
 *
 * balance, serving, training ──> examples.objects ──> io.starling.objects, io.starling.runtime
 * </pre>
 */
package io.starling.examples.objects;
