/**
 * The copies of a store and their memory: what is there, up to which byte, who reads it and what
 * may go. Needs ids, types and stamps of the messages; knows no other store.
 */
package io.starling.objects.copy;
