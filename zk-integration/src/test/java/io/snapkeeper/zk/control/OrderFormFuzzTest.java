package io.snapkeeper.zk.control;

import static org.assertj.core.api.Assertions.assertThat;

import io.snapkeeper.testset.FuzzCorpus;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import org.junit.jupiter.api.Test;

/** Any bytes are an order, or are refused in words. */
public class OrderFormFuzzTest {

  @Test
  void whatWasFoundIsAnOrderOrIsRefused() {
    FuzzCorpus.replay(OrderFormFuzzTest.class, OrderFormFuzzTest::fuzzerTestOneInput);
  }

  /** The fuzzer's entry. */
  public static void fuzzerTestOneInput(byte[] input) {
    try {
      OrderForm.read(new ByteArrayInputStream(input));
    } catch (IllegalArgumentException e) {
      assertThat(e.getMessage()).isNotBlank();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
