package io.snapkeeper.cli.watch;

import static org.assertj.core.api.Assertions.assertThat;

import io.snapkeeper.cli.watch.WatchText.Size;
import org.junit.jupiter.api.Test;

class WordsTest {

  @Test
  void figuresAreAsLongAsTheyHaveToBe() {
    assertThat(Words.duration(42)).isEqualTo("42 s");
    assertThat(Words.duration(598)).isEqualTo("9 min 58 s");
    assertThat(Words.duration(11_100)).isEqualTo("3 h 5 min");
    assertThat(Words.millis(0.416)).isEqualTo("0.42");
    assertThat(Words.millis(3.14)).isEqualTo("3.1");
    assertThat(Words.millis(1_234)).isEqualTo("1,234");
    assertThat(Words.millis(12_345)).isEqualTo("12 s");
    assertThat(Words.rate(25_000_000)).isEqualTo("25.0 MB/s");
    assertThat(Words.rate(1_500_000_000)).isEqualTo("1500 MB/s");
  }

  @Test
  void sentencesBreakAtBlanks() {
    assertThat(Words.broken("waits for another server", 12, "  "))
        .containsExactly("waits for", "  another", "  server");
    assertThat(Words.broken("unbreakable", 5, " ")).containsExactly("unbre", " akab", " le");
    assertThat(Words.cut("unbreakable", 6)).isEqualTo("unb...");
  }

  @Test
  void aTerminalThatDoesNotKnowItsSizeHasNone() {
    assertThat(TerminalDevice.parse("30 80\n")).contains(new Size(80, 30));
    assertThat(TerminalDevice.parse("0 0\n")).isEmpty();
    assertThat(TerminalDevice.parse("stty: error")).isEmpty();
  }
}
