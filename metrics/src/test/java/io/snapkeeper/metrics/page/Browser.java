package io.snapkeeper.metrics.page;

import static org.assertj.core.api.Assertions.fail;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.logging.Level;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.awaitility.core.ConditionTimeoutException;
import org.junit.jupiter.api.Assumptions;
import org.openqa.selenium.OutputType;
import org.openqa.selenium.chrome.ChromeDriver;
import org.openqa.selenium.chrome.ChromeDriverService;
import org.openqa.selenium.chrome.ChromeOptions;
import org.openqa.selenium.logging.LogEntry;
import org.openqa.selenium.logging.LogType;
import org.openqa.selenium.logging.LoggingPreferences;

/** A headless Chromium of this machine. Nothing is downloaded: Selenium is given both programs. */
public final class Browser implements AutoCloseable {

  private static final List<String> BROWSERS =
      List.of("/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome");
  private static final List<String> DRIVERS =
      List.of("/usr/bin/chromedriver", "/usr/lib/chromium-browser/chromedriver");

  private static final String NETWORK_CHANGED = "Failed to load resource: net::ERR_NETWORK_CHANGED";

  private static final Duration PATIENCE = Duration.ofSeconds(60);

  private final ChromeDriver driver;

  private Browser(ChromeDriver driver) {
    this.driver = driver;
  }

  /**
   * Starts it, or ends the test as not run where there is none.
   *
   * @param profile an empty directory for its files
   */
  public static Browser start(Path profile) {
    Optional<String> browser = first(BROWSERS);
    Optional<String> driver = first(DRIVERS);
    if (browser.isEmpty() || driver.isEmpty()) {
      notRun("no Chromium (Debian: apt install chromium chromium-driver)");
    }
    ChromeOptions options = new ChromeOptions();
    options.setBinary(browser.orElseThrow());
    options.addArguments(
        "--headless=new",
        // In a container its sandbox needs rights that a build does not have.
        "--no-sandbox",
        "--disable-dev-shm-usage",
        "--disable-gpu",
        "--no-first-run",
        "--disable-background-networking",
        "--disable-component-update",
        "--force-color-profile=srgb",
        "--hide-scrollbars",
        "--user-data-dir=" + profile);
    LoggingPreferences logs = new LoggingPreferences();
    logs.enable(LogType.BROWSER, Level.ALL);
    options.setCapability("goog:loggingPrefs", logs);
    ChromeDriverService service =
        new ChromeDriverService.Builder()
            .usingDriverExecutable(new File(driver.orElseThrow()))
            .usingAnyFreePort()
            .build();
    return new Browser(new ChromeDriver(service, options));
  }

  private static Optional<String> first(List<String> programs) {
    return programs.stream().filter(program -> Files.isExecutable(Path.of(program))).findFirst();
  }

  private static void notRun(String reason) {
    if (System.getProperty("snapkeeper.require", "possible").equals("all")) {
      fail("must run here (snapkeeper.require=all), but " + reason);
    }
    Assumptions.abort("the page in a browser: " + reason);
  }

  public ChromeDriver driver() {
    return driver;
  }

  /** Changes the window as seen by the page, and what the page is told of its user's wishes. */
  public void view(int width, int height, String scheme) {
    driver.executeCdpCommand(
        "Emulation.setDeviceMetricsOverride",
        Map.of("width", width, "height", height, "deviceScaleFactor", 1, "mobile", width < 600));
    driver.executeCdpCommand(
        "Emulation.setEmulatedMedia",
        Map.of(
            "features",
            List.of(
                Map.of("name", "prefers-color-scheme", "value", scheme),
                Map.of("name", "prefers-reduced-motion", "value", "reduce"))));
  }

  /** From now on these files, by the ends of their paths, do not arrive; with none, all do. */
  public void block(String... files) {
    driver.executeCdpCommand("Network.enable", Map.of());
    driver.executeCdpCommand(
        "Network.setBlockedURLs",
        Map.of("urls", Stream.of(files).map(file -> "*" + file).toList()));
  }

  /** What the page's script returns. */
  public Object script(String text, Object... arguments) {
    return driver.executeScript(text, arguments);
  }

  /** Waits until this is true in the page. */
  public void await(String condition) {
    try {
      Awaitility.await(condition)
          .atMost(PATIENCE)
          .pollInterval(Duration.ofMillis(50))
          .until(() -> Boolean.TRUE.equals(script("return " + condition)));
    } catch (ConditionTimeoutException e) {
      throw new AssertionError(
          "%s; the console says %s; the page says %s"
              .formatted(e.getMessage(), complaints(), script("return document.body.innerText")),
          e);
    }
  }

  /** Errors and warnings of the console since the last call, refused content among them. */
  public List<String> complaints() {
    return complaints(driver.manage().logs().get(LogType.BROWSER).getAll());
  }

  /**
   * Without what Chromium itself breaks off, loopback or not, as soon as an interface of this
   * machine gets or loses an address: a container that starts beside the test is enough. The page
   * loads again what it misses, and a test that waits for its content sees whether it does.
   */
  static List<String> complaints(List<LogEntry> console) {
    return console.stream()
        .filter(entry -> entry.getLevel().intValue() >= Level.WARNING.intValue())
        .map(LogEntry::getMessage)
        .filter(message -> !message.endsWith(NETWORK_CHANGED))
        .toList();
  }

  /** The whole page as a PNG. */
  public void screenshot(Path file) throws IOException {
    screenshot(file, Integer.MAX_VALUE);
  }

  /** The page as a PNG, down to this many pixels. */
  public void screenshot(Path file, int pixelsMax) throws IOException {
    Number whole = (Number) script("return document.documentElement.scrollHeight");
    int height = Math.min(pixelsMax, whole.intValue());
    Number width = (Number) script("return innerWidth");
    String scheme =
        (Boolean) script("return matchMedia('(prefers-color-scheme: dark)').matches")
            ? "dark"
            : "light";
    Number before = (Number) script("return innerHeight");
    view(width.intValue(), height, scheme);
    Files.createDirectories(file.toAbsolutePath().getParent());
    Files.write(file, IndexedPicture.of(driver.getScreenshotAs(OutputType.BYTES)));
    view(width.intValue(), before.intValue(), scheme);
  }

  @Override
  public void close() {
    driver.quit();
  }
}
