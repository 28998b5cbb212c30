/** A pole on a cart, and a policy that learns to balance it. */
package io.starling.examples.balance;
