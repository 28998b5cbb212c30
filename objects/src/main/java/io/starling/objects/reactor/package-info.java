/**
 * The turns of a store's thread: a selector, deadlines, and connections that take turns to write.
 * Knows no protocol.
 */
package io.starling.objects.reactor;
