/**
 * Programs that are given as Java source files: they are compiled before they run, by the rules of
 * the JDK's own source launcher (JEP 330, JEP 458, JEP 512). Uses nothing else of the launcher.
 */
package io.starling.launcher.source;
