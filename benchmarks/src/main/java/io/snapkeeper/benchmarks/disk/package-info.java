/** Programs on emulated disks. */
package io.snapkeeper.benchmarks.disk;
