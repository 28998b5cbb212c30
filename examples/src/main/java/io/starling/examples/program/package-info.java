/** What all examples share: reading options, joining the job, speaking with one voice. */
package io.starling.examples.program;
