package io.snapkeeper.metrics.page;

import static org.assertj.core.api.Assertions.assertThat;

import io.snapkeeper.metrics.FixedFigures;
import io.snapkeeper.metrics.history.Decision;
import io.snapkeeper.metrics.history.Decisions;
import io.snapkeeper.metrics.history.Observation.Schedule;
import io.snapkeeper.metrics.history.Timeline;
import io.snapkeeper.metrics.http.EndpointConfig;
import io.snapkeeper.metrics.http.MetricsEndpoint;
import io.snapkeeper.testset.TestSet;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.openqa.selenium.By;
import org.openqa.selenium.Keys;
import org.openqa.selenium.WebElement;
import org.openqa.selenium.interactions.Actions;

/** The page as its readers meet it: a real endpoint, a real browser, an ensemble by a script. */
class PageTest {

  /** Three minutes, in which everything that a lane can show has happened. */
  private static final long PAST_MILLIS = 185_000;

  private static final String CUT_LABELS =
      "return [...document.querySelectorAll('.axis text')].filter(label => {"
          + " const l = label.getBoundingClientRect();"
          + " const box = label.ownerSVGElement.getBoundingClientRect();"
          + " return l.left < box.left || l.right > box.right; }).map(label => label.textContent)";

  private static final String HIDDEN_PIXELS =
      "const box = document.querySelector('#decisions').parentElement;"
          + " return Math.round(box.scrollHeight - box.clientHeight)";

  @TempDir static Path profile;
  private static Browser browser;

  private final Decisions decisions = new Decisions();
  private final Timeline timeline = new Timeline("run", decisions);
  private MetricsEndpoint endpoint;
  private ScriptedEnsemble ensemble;

  @BeforeAll
  static void startBrowser() {
    browser = Browser.start(profile);
  }

  @AfterAll
  static void endBrowser() {
    if (browser != null) {
      browser.close();
    }
  }

  @BeforeEach
  void serve() throws IOException {
    endpoint =
        MetricsEndpoint.start(
            new EndpointConfig("127.0.0.1", 0, Optional.empty(), Optional.empty()),
            new FixedFigures(),
            timeline,
            (place, fault) -> {
              throw new AssertionError(place, fault);
            });
  }

  @AfterEach
  void end() {
    browser.driver().get("about:blank");
    endpoint.close();
    browser.complaints(); // of this page's end
  }

  private void open(Schedule schedule, int width, String scheme) {
    ensemble =
        new ScriptedEnsemble(
            timeline, decisions, schedule, System.currentTimeMillis(), PAST_MILLIS);
    browser.view(width, 900, scheme);
    browser.driver().get("http://127.0.0.1:" + endpoint.port() + "/");
    browser.await("document.querySelectorAll('.lane .span').length > 0");
    browser.await("document.querySelectorAll('.uplot').length > 1");
  }

  @ParameterizedTest
  @ValueSource(strings = {"/page/words.js", "/page/page.js", "/uPlot.iife.min.js"})
  void itIsLoadedAgainWhereAPartIsMissing(String part) {
    TestSet.assume(part.equals("/page/page.js"), "the page without its part " + part);
    browser.block(part);
    try {
      browser.driver().get("http://127.0.0.1:" + endpoint.port() + "/");
      browser.await(
          "document.querySelector('#connection').innerText.includes('not loaded completely')");
    } finally {
      browser.block();
    }
    ensemble =
        new ScriptedEnsemble(
            timeline, decisions, Schedule.SCHEDULING, System.currentTimeMillis(), PAST_MILLIS);
    browser.await("document.querySelectorAll('.lane .span').length > 0");
  }

  private static String text(String selector) {
    return (String)
        browser.script("return document.querySelector(arguments[0]).innerText", selector);
  }

  @Test
  void itsContentChangesAsSlotsMove() {
    open(Schedule.SCHEDULING, 1280, "light");
    assertThat(text("#server")).isEqualTo("server 5 · leader");
    String before = text("#decisions tbody tr");
    long spans = spans(2);
    // Server 2's next turn is the next but one: it gets a slot and begins its snapshot.
    ensemble.advance(11_000);
    browser.await(
        "document.querySelector('.lane:nth-of-type(2) .lane-now').innerText.includes('snapshot')");
    assertThat(text("#decisions tbody tr"))
        .isNotEqualTo(before)
        .contains("slot")
        .contains("outstanding");
    assertThat(spans(2)).isEqualTo(spans + 2);
    assertThat(text("#summary")).contains("of 5 voters");

    ensemble.advance(8_000);
    browser.await(
        "document.querySelector('.lane:nth-of-type(2) .lane-now').innerText.includes('fast')");
    assertThat(text("#decisions tbody tr")).contains("done");
    assertThat(browser.complaints()).isEmpty();
  }

  private static long spans(int lane) {
    return (Long)
        browser.script(
            "return document.querySelectorAll('.lane:nth-of-type(' + arguments[0] + ')"
                + " .span').length",
            lane);
  }

  @Test
  void everyKindOfActivityIsInTheLegendAndLooksDifferent() {
    open(Schedule.SCHEDULING, 1280, "light");
    assertThat(text("#legend"))
        .contains("snapshot in a slot", "degraded slot", "hard limit", "outside a slot")
        .contains("waits for a write", "draining", "no fresh report", "away", "a quorum snapshots");
    @SuppressWarnings("unchecked")
    List<String> looks =
        (List<String>)
            browser.script(
                "return [...document.querySelectorAll('#legend svg')].map(svg =>"
                    + " [...svg.children].map(r => r.getAttribute('y') + r.getAttribute('height')"
                    + " + (r.getAttribute('fill') ?? getComputedStyle(r).stroke)).join())");
    assertThat(looks).as("without their colour").doesNotHaveDuplicates();
  }

  @Test
  void theKeyboardReachesEverySpan() {
    open(Schedule.SCHEDULING, 1280, "light");
    for (int tabs = 0; tabs < 12 && !isFocused(".lane .plot"); tabs++) {
      press(Keys.TAB);
    }
    assertThat(isFocused(".lane .plot")).as("a lane has the focus").isTrue();
    assertThat(browser.script("return getComputedStyle(document.activeElement).outlineStyle"))
        .isEqualTo("solid");

    press(Keys.ARROW_LEFT);
    String newest = text("#detail");
    assertThat(newest).startsWith("server 1: ").containsPattern("\\d\\d:\\d\\d:\\d\\d");
    press(Keys.ARROW_LEFT);
    assertThat(text("#detail")).startsWith("server 1: ").isNotEqualTo(newest);
    press(Keys.END);
    assertThat(text("#detail")).isEqualTo(newest);
    assertThat(
            browser.script(
                "return document.getElementById(document.activeElement"
                    + ".getAttribute('aria-activedescendant')).getAttribute('aria-selected')"))
        .isEqualTo("true");

    press(Keys.ARROW_DOWN);
    press(Keys.HOME);
    assertThat(text("#detail")).startsWith("server 2: ");
    press(Keys.ESCAPE);
    assertThat(text("#detail")).isEmpty();

    WebElement range = browser.driver().findElement(By.cssSelector("#ranges input[value='15']"));
    new Actions(browser.driver()).sendKeys(range, Keys.ARROW_RIGHT).perform();
    assertThat(browser.script("return location.hash")).isEqualTo("#60min");
    assertThat(browser.complaints()).isEmpty();
  }

  private static void press(Keys key) {
    new Actions(browser.driver()).sendKeys(key).perform();
  }

  private static boolean isFocused(String selector) {
    return (Boolean)
        browser.script("return document.activeElement.matches(arguments[0])", selector);
  }

  @Test
  void aPointerIsToldWhatItIsOver() {
    open(Schedule.SCHEDULING, 1280, "light");
    WebElement span = browser.driver().findElement(By.cssSelector(".lane .span:last-child .body"));
    new Actions(browser.driver()).moveToElement(span).perform();
    assertThat(text("#tip")).startsWith("server 1: ");
    assertThat(browser.complaints()).as("a style set by the script is allowed").isEmpty();
  }

  @Test
  void theTimelineIsThereAsATable() {
    open(Schedule.SCHEDULING, 1280, "light");
    browser.driver().findElement(By.cssSelector("#table-details summary")).sendKeys(Keys.ENTER);
    browser.await("document.querySelectorAll('#span-table tbody tr').length > 10");
    long spans = (Long) browser.script("return document.querySelectorAll('.lane .span').length");
    assertThat(browser.script("return document.querySelectorAll('#span-table tbody tr').length"))
        .isEqualTo(spans);
    assertThat(text("#span-table")).contains("snapshot in a slot").contains("draining");
  }

  @ParameterizedTest
  @CsvSource({"1280, light", "1280, dark", "760, light", "360, light", "360, dark"})
  void itIsReadableAndNothingSticksOut(int width, String scheme) throws IOException {
    TestSet.assume(width == 360, "the page %d pixels wide, %s".formatted(width, scheme));
    open(Schedule.SCHEDULING, width, scheme);
    browser.driver().findElement(By.cssSelector("#table-details summary")).sendKeys(Keys.ENTER);
    browser.await("document.querySelectorAll('#span-table tbody tr').length > 10");
    assertThat((List<?>) browser.script(resource("overflow.js"))).isEmpty();
    @SuppressWarnings("unchecked")
    Map<String, Object> contrast = (Map<String, Object>) browser.script(resource("contrast.js"));
    assertThat((Long) contrast.get("texts")).isGreaterThan(100);
    assertThat((Long) contrast.get("marks")).isGreaterThan(30);
    assertThat((List<?>) contrast.get("poor")).isEmpty();
    browser.driver().findElement(By.cssSelector("#table-details summary")).sendKeys(Keys.ENTER);
    assertThat((List<?>) browser.script(CUT_LABELS)).as("labels of the time axis").isEmpty();
    if (width == 360) {
      assertThat(browser.script(HIDDEN_PIXELS))
          .as("of decisions, in a box that scrolls")
          .isEqualTo(0L);
    }
    browser.screenshot(Path.of("target", "page-%d-%s.png".formatted(width, scheme)));
    assertThat(browser.complaints()).isEmpty();
  }

  @Test
  void theChecksFindAFaintTextAndAWideElement() throws IOException {
    open(Schedule.SCHEDULING, 360, "light");
    browser.script("document.documentElement.style.setProperty('--muted', '#8b98a5')");
    browser.script("document.querySelector('#summary').style.width = '400px'");
    assertThat(browser.script(resource("contrast.js")).toString()).contains("ms, this server");
    assertThat(browser.script(resource("overflow.js")).toString()).contains("dl.summary");
  }

  private static String resource(String name) throws IOException {
    try (InputStream in = PageTest.class.getResourceAsStream(name)) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    }
  }

  @Test
  void whenTheColoursChangeTheCurvesFollow() {
    open(Schedule.SCHEDULING, 1280, "light");
    String light = curvePixel();
    browser.view(1280, 900, "dark");
    browser.await("getComputedStyle(document.body).backgroundColor === 'rgb(13, 18, 23)'");
    browser.await("document.querySelectorAll('.uplot').length === 4");
    assertThat(curvePixel()).isNotEqualTo(light);
    assertThat(browser.complaints()).isEmpty();
  }

  /** The darkest or lightest colour of the first curve's picture tells its stroke. */
  private static String curvePixel() {
    return (String)
        browser.script(
            "return document.querySelector('#chart-margin canvas').toDataURL().slice(-200)");
  }

  @Test
  void aFollowersPageShowsWhatItKnowsAndSaysWhoLeads() {
    open(Schedule.ELSEWHERE, 1280, "light");
    assertThat(text("#schedule")).contains("server 2 leads");
    assertThat(text("#decisions-empty")).contains("Server 2 leads and decides");
    assertThat(browser.script("return document.querySelectorAll('.lane').length")).isEqualTo(1L);
    assertThat(text("#summary")).contains("Commit p99").doesNotContain("Quorum margin");
    assertThat(browser.complaints()).isEmpty();
  }

  @Test
  void aLeaderThatOnlyWatchesTellsEachFigureOnce() {
    open(Schedule.WATCHING, 1280, "light");
    assertThat(text("#summary")).contains("Snapshotting").doesNotContain("Overlap");
    assertThat(text("#shadow-rows"))
        .containsPattern("A quorum at once\\s+8.6\\d? s\\s+0.00 s")
        .containsPattern("Largest backlog\\s+98%\\s+266%");
    assertThat(browser.complaints()).isEmpty();
  }

  /** Those of the last write, whenever that was, would look current. */
  @Test
  void withoutCommitsThereAreNoLatencies() {
    open(Schedule.SCHEDULING, 1280, "light");
    assertThat(text("#summary")).doesNotContainPattern("Commit p99\\s+–");
    ensemble.idle();
    ensemble.advance(6_000);
    browser.await(
        "/Commit p50\\s+–/.test(document.querySelector('#summary').innerText)"
            + " && /Commit p99\\s+–/.test(document.querySelector('#summary').innerText)");
  }

  @Test
  void textOfTheServerIsNeverMarkup() {
    open(Schedule.SCHEDULING, 1280, "light");
    String hostile = "<img src=x onerror=\"document.title='owned'\"><b>bold</b>";
    decisions.add(new Decision(PAST_MILLIS + 1_000, Decision.Kind.REFUSED, 1, 0, hostile));
    ensemble.advance(2_000);
    browser.await("document.querySelector('#decisions tbody').innerText.includes('onerror')");
    assertThat(text("#decisions tbody")).contains(hostile);
    assertThat(browser.script("return document.querySelectorAll('main img, main b').length"))
        .isEqualTo(0L);
    assertThat(browser.driver().getTitle()).isEqualTo("Snapkeeper · server 5");
  }

  @Test
  void aServerThatDoesNotAnswerIsSaidSo() {
    open(Schedule.SCHEDULING, 1280, "light");
    assertThat(text("#connection-text")).isEqualTo("live");
    endpoint.close();
    browser.await("document.querySelector('#connection').dataset.state === 'lost'");
    assertThat(text("#connection")).contains("does not answer").contains("last at");
    assertThat(text("#summary")).as("what was known stays").contains("Quorum margin");
  }
}
