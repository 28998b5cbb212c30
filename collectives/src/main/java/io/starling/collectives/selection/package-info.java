/**
 * Selects algorithms: requests, tables of rules, and their decisions for a communicator.
 *
 * <pre>{@code
 * withAlgorithm  over  --algorithm  over  --tree  over  --table  over  shipped-table.json
 *                     (requests)                        (rules, first match)
 * }</pre>
 *
 * <p>A request names an algorithm; a table has rules, of which the first that fits decides. The
 * arrows: selection to algorithm, exchange, operation and tree.
 */
package io.starling.collectives.selection;
