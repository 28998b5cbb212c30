/**
 * Reduction operators and the loops that fold with them. {@link
 * io.starling.runtime.reduction.Operators} has MPI's operators and makes those of users; each has a
 * {@link io.starling.runtime.reduction.Fold} for each of its types. The loop of a predefined fold
 * is a template, of which {@link io.starling.runtime.reduction.HiddenCopy} makes a class for each
 * operator and type, so that the JIT compiler sees one operation.
 *
 * <pre>
 * Operators ──> PredefinedOperator ──> PredefinedFolds ──> VectorFolds ──> ArrayFolds ──┐
 *     │                                                        │                        v
 *     │                                                        └──> vector loops ──> HiddenCopy
 *     ├──> Elements ──> ElementOperation ──> ElementFold ───────────────────────────────^
 *     └──> UserOperator, UserFold ──> Fold <── CheckedFold ──> NativeFold, the loop by address
 *
 * memory, progress ──> reduction ──> datatype, io.starling.runtime
 * </pre>
 */
package io.starling.runtime.reduction;
