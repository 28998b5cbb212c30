/**
 * What a process that is a store has: a thread, the network, a part in the membership, and memory
 * that programs map. It wires the machines, and has no decisions of its own but when to give up.
 * Needs all rooms of the store; doors for programs need it.
 */
package io.starling.objects.host;
