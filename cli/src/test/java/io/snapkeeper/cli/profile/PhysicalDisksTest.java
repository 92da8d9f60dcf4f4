package io.snapkeeper.cli.profile;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PhysicalDisksTest {

  @TempDir private Path directory;
  private Path sys;
  private String number;

  @BeforeEach
  void numberOfTheDirectory() throws IOException {
    sys = Files.createDirectories(directory.resolve("sys"));
    // Where nothing is listed, a device is known by its number.
    number = new PhysicalDisks(sys).of(directory).iterator().next();
    assertThat(number).matches("\\d+:\\d+");
  }

  /** A device of that name in /sys, in another one's directory or on its own. */
  private Path device(String path) throws IOException {
    return Files.createDirectories(sys.resolve("devices").resolve(path));
  }

  private void number(String deviceNumber, Path device) throws IOException {
    Path links = Files.createDirectories(sys.resolve("dev/block"));
    Files.createSymbolicLink(links.resolve(deviceNumber), device);
    Files.writeString(device.resolve("dev"), deviceNumber + "\n");
  }

  private static void slave(Path device, Path below) throws IOException {
    Path slaves = Files.createDirectories(device.resolve("slaves"));
    Files.createSymbolicLink(slaves.resolve(below.getFileName()), below);
  }

  private PhysicalDisks disks() {
    return new PhysicalDisks(sys);
  }

  @Test
  void aWholeDisk() throws Exception {
    number(number, device("sda"));
    assertThat(disks().of(directory)).containsExactly("sda");
  }

  @Test
  void aPartitionIsOnItsDisk() throws Exception {
    Path partition = device("sda/sda3");
    Files.writeString(partition.resolve("partition"), "3\n");
    number(number, partition);
    assertThat(disks().of(directory)).containsExactly("sda");
  }

  @Test
  void aVolumeIsOnTheDisksBelowIt() throws Exception {
    Path first = device("nvme0n1/nvme0n1p1");
    Files.writeString(first.resolve("partition"), "1\n");
    number("9991:1", first);
    Path second = device("nvme1n1");
    number("9991:2", second);
    Path raid = device("md0");
    number("9992:0", raid);
    slave(raid, first);
    slave(raid, second);
    Path volume = device("dm-0");
    number(number, volume);
    slave(volume, raid);
    assertThat(disks().of(directory)).containsExactly("nvme0n1", "nvme1n1");
  }

  @Test
  void aLoopDeviceIsOnTheDiskOfItsFile() throws Exception {
    // On another file system than this directory.
    Path image = Path.of("/proc/version");
    Assumptions.assumeTrue(Files.exists(image), "needs Linux's /proc");
    Path loop = device("loop7");
    Files.writeString(
        Files.createDirectories(loop.resolve("loop")).resolve("backing_file"), image + "\n");
    number(number, loop);
    assertThat(disks().of(directory)).isEqualTo(disks().of(image)).doesNotContain(number, "loop7");
  }

  @Test
  void aLoopDeviceWhoseFileIsOutOfReachIsADiskOfItsOwn() throws Exception {
    Path loop = device("loop7");
    Files.writeString(
        Files.createDirectories(loop.resolve("loop")).resolve("backing_file"), "/no/such/image\n");
    number(number, loop);
    assertThat(disks().of(directory)).containsExactly("loop7");
  }

  @Test
  void aMissingFileHasNoDisk() {
    assertThatThrownBy(() -> disks().of(directory.resolve("none")))
        .isInstanceOf(NoSuchFileException.class);
  }
}
