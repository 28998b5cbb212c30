/**
 * Stores in virtual time: the production store on simulated links, with deaths and joins. A study
 * of a thousand hosts needs one thread and no network. Needs the store and everything below it.
 */
package io.starling.objects.simulated;
