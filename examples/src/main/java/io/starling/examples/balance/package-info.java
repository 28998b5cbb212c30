/**
 * A pole on a cart, and a policy that learns to balance it. Actors play by a policy, and a learner
 * improves it by the samples that come first. Both meet only through objects.
 *
 * <pre>
 * Actor, Learner ──> Policy ──> CartPole
 *
 * ReinforcementLearner ──> balance ──> examples.objects, io.starling.objects, io.starling.runtime
 * </pre>
 */
package io.starling.examples.balance;
