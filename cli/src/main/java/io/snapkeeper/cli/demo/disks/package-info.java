/** Whether the demo's servers have a disk each, and those disks. */
package io.snapkeeper.cli.demo.disks;
