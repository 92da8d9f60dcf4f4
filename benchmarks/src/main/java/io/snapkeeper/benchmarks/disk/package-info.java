/** Programs on emulated disks, and the removal of what programs have written. */
package io.snapkeeper.benchmarks.disk;
