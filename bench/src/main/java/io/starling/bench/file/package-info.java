/**
 * {@code starling bench file}: how fast ranks write one file together, beside one process that
 * writes it alone, in the same rounds. Ranks use files as programs do. Needs the collectives and
 * the launcher; nothing needs it.
 *
 * <pre>
 * bench ──> file ──> bench (its options), report
 * </pre>
 */
package io.starling.bench.file;
