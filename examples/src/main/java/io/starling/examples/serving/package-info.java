/**
 * An ensemble of models that answers queries by the vote of the majority. Members may die, and a
 * spare gets the place of one that misses queries. Front end and members meet only through objects.
 *
 * <pre>
 * FrontEnd ──> Majority, Window
 *    └───────> ServingNames &lt;── Member
 *
 * Ensemble ──> serving ──> learning, examples.objects, io.starling.objects, io.starling.runtime
 * </pre>
 */
package io.starling.examples.serving;
