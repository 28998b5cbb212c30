/**
 * The subcommand {@code starling bench}: its options, what runs in the launcher, what runs in each
 * rank.
 */
package io.starling.bench;
