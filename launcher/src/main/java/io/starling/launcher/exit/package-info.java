/**
 * How the launcher ends. {@link io.starling.launcher.exit.ExitStatus} has the numbers and what
 * those of ranks mean, {@link io.starling.launcher.exit.LaunchException} is what a user did wrong,
 * and {@link io.starling.launcher.exit.Signals} hears who wants it to end. Every other room may use
 * this one, and it uses none.
 */
package io.starling.launcher.exit;
