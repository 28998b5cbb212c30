/** {@code starling doctor}: whether a host can run ranks, and reach the others. */
package io.starling.launcher.doctor;
