package io.snapkeeper.cli.simulate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.snapkeeper.cli.Failure;
import io.snapkeeper.cli.figure.DrawnTexts;
import io.snapkeeper.cli.figure.Figure;
import io.snapkeeper.cli.figure.FigureFile;
import io.snapkeeper.simulation.run.PolicyName;
import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import javax.imageio.ImageIO;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.w3c.dom.Document;
import org.w3c.dom.NodeList;

class PicturesTest {

  private static final int POLICIES = PolicyName.values().length;

  static Stream<Figure> figures() {
    List<Comparison> grid = new ArrayList<>();
    for (int voters : new int[] {3, 5, 7, 21}) {
      grid.add(SampleRuns.comparison(voters, "100MB", 0, true));
      grid.add(SampleRuns.comparison(voters, "1GB", 0.0002, true));
      grid.add(SampleRuns.comparison(voters, "10GB", 30, true));
      grid.add(SampleRuns.comparison(voters, "100GB", 7000, false));
    }
    return Stream.of(
        GridFigure.of(grid),
        GridFigure.of(grid.subList(0, 1)),
        ComparisonFigure.of(grid.get(2)),
        ComparisonFigure.of(grid.get(15)),
        ComparisonFigure.of(SampleRuns.withSnapshots(600, 60_000, 1)));
  }

  @ParameterizedTest
  @MethodSource("figures")
  void noTextLeavesThePictureOrMeetsAnother(Figure figure) {
    DrawnTexts.requireLegible(figure);
  }

  @ParameterizedTest
  @MethodSource("figures")
  void svgIsXmlOfTheRightSize(Figure figure) throws Exception {
    byte[] svg = FigureFile.render(figure, Path.of("a.SVG"));
    Document document =
        DocumentBuilderFactory.newDefaultNSInstance()
            .newDocumentBuilder()
            .parse(new ByteArrayInputStream(svg));
    assertThat(document.getDocumentElement().getLocalName()).isEqualTo("svg");
    assertThat(Double.parseDouble(document.getDocumentElement().getAttribute("width")))
        .isEqualTo(figure.width());
    assertThat(document.getElementsByTagName("title").item(0).getTextContent())
        .isEqualTo(figure.title());
  }

  @ParameterizedTest
  @MethodSource("figures")
  void pngHasTwoDotsForEachPixel(Figure figure) throws Exception {
    assumeFonts();
    byte[] png = FigureFile.render(figure, Path.of("a.png"));
    assertThat(png).startsWith(0x89, 'P', 'N', 'G', '\r', '\n', 0x1A, '\n');
    assertThat(ImageIO.read(new ByteArrayInputStream(png)).getWidth())
        .isEqualTo((int) Math.ceil(2 * figure.width()));
  }

  private static void assumeFonts() {
    try {
      FigureFile.requireDrawable(Path.of("a.png"));
    } catch (Failure e) {
      Assumptions.abort(e.getMessage());
    }
  }

  @Test
  void theGridMarksEveryResultAndShadesWhatCannotBeScheduled() throws Exception {
    List<Comparison> grid =
        List.of(
            SampleRuns.comparison(3, "1GB", 20, true),
            SampleRuns.comparison(3, "10GB", 200, false));
    String svg =
        new String(
            FigureFile.render(GridFigure.of(grid), Path.of("a.svg")), StandardCharsets.UTF_8);
    Document document =
        DocumentBuilderFactory.newDefaultNSInstance()
            .newDocumentBuilder()
            .parse(new ByteArrayInputStream(svg.getBytes(StandardCharsets.UTF_8)));
    // Two panels with one mark of Snapkeeper's for each ensemble, and one in the legend.
    assertThat(filledWith(document.getElementsByTagName("circle"), "#009e73")).isEqualTo(2 * 2 + 1);
    // In each panel one, and one in the legend.
    assertThat(filledWith(document.getElementsByTagName("rect"), "#ebebeb")).isEqualTo(2 + 1);
    assertThat(svg)
        .contains(">0</text>")
        .contains("no schedule of so many snapshots is without overlap");
  }

  @Test
  void allPoliciesLookDifferent() {
    assertThat(Stream.of(PolicyName.values()).map(p -> PolicyLook.of(p).colour()).distinct())
        .hasSize(POLICIES);
    assertThat(Stream.of(PolicyName.values()).map(p -> PolicyLook.of(p).form()).distinct())
        .hasSize(POLICIES);
  }

  @Test
  void anotherKindOfPictureIsRefused() {
    assertThatThrownBy(() -> FigureFile.requireDrawable(Path.of("a.jpg")))
        .isInstanceOf(Failure.class)
        .hasMessage("--figure a.jpg: a picture's name ends in .svg or .png");
  }

  private static long filledWith(NodeList elements, String colour) {
    long count = 0;
    for (int i = 0; i < elements.getLength(); i++) {
      if (elements.item(i).getAttributes().getNamedItem("fill").getNodeValue().equals(colour)) {
        count++;
      }
    }
    return count;
  }
}
