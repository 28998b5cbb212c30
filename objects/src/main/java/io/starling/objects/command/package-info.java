/**
 * The store of a job, which the launcher starts on each of its hosts. Needs the store with its door
 * for programs; only the launcher's processes run it.
 */
package io.starling.objects.command;
