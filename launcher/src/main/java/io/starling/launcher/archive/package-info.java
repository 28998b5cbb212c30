/**
 * Where archives of loaded classes lie, and which of them fits. {@link
 * io.starling.launcher.archive.ArchiveKey} names an archive by all that it depends on, {@link
 * io.starling.launcher.archive.TrainingMain} is the program whose classes are recorded. Uses no
 * other room.
 */
package io.starling.launcher.archive;
