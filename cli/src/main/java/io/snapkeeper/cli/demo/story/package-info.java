/**
 * What the demo shows of a side: when which server was snapshotting and how long writes took
 * meanwhile, as text and as a picture.
 */
package io.snapkeeper.cli.demo.story;
