package io.snapkeeper.ensemble.flash;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import org.junit.jupiter.api.Test;

/** What can be known of the disks without setting one up. */
class FlashPartsTest {

  @Test
  void ownersAreToldApartByTheirStart() {
    Owner here = Owner.ofThisProcess();
    assertThat(here.isAlive()).isTrue();
    assertThat(Owner.parse(here.text())).isEqualTo(here);
    assertThat(new Owner(here.pid(), here.start() + 1).isAlive()).isFalse();
    assertThat(Owner.parse("").isAlive()).isFalse();
    assertThat(Owner.parse("12 x").isAlive()).isFalse();
  }

  @Test
  void specificationsOutOfRangeSayWhatIsAllowed() {
    FlashSpec spec = FlashSpec.ofDefaults();
    assertThatThrownBy(() -> spec.withMegabytesPerSecond(0))
        .hasMessage("the bandwidth in MB/s is 0; allowed are 1 to 100000");
    assertThatThrownBy(() -> spec.withScheduler("cfq"))
        .hasMessageContaining("\"cfq\"; allowed are [none, mq-deadline, kyber, bfq]");
    assertThat(spec.withMebibytes(512).emulatorOptions()).contains("--size-mib=512");
  }

  @Test
  void aBurstIsNoSlowerThanTheLimit() {
    assertThatThrownBy(() -> RequestPrice.ofBurst(300, 200, 10))
        .hasMessage(
            "the number of requests a second in a burst is 200; allowed are 300 to 1000000");
    assertThat(FlashSpec.ofDefaults().withPrice(RequestPrice.ofLimit(500)).emulatorOptions())
        .contains("--iops=500", "--burst-iops=500", "--seek-us=0");
  }

  @Test
  void theScriptRefusesDirectoriesThatAreNotItsOwn() throws Exception {
    String script =
        new String(
            FlashDisks.class.getResourceAsStream("teardown.sh").readAllBytes(),
            java.nio.charset.StandardCharsets.UTF_8);
    assertThatThrownBy(
            () -> SystemCommand.run(Duration.ofSeconds(10), "sh", "-c", script, "sh", "/tmp"))
        .hasMessageContaining("failed with 2")
        .hasMessageContaining("/tmp is not a directory of emulated flash disks");
  }
}
