/** Measurements on emulated flash disks: what a snapshot does to a log on the same disk. */
package io.snapkeeper.benchmarks.flash;
