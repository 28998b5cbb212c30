/**
 * Selects algorithms: requests, tables of rules, and their decisions for a communicator.
 *
 * <pre>{@code
 * withAlgorithm  over  --algorithm  over  --tree  over  --table  over  shipped-table.json
 *                     (requests)                        (rules, first match)
 * }</pre>
 */
package io.starling.collectives.selection;
