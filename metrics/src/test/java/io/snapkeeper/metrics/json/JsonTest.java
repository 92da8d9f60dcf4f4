package io.snapkeeper.metrics.json;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class JsonTest {

  @Test
  void writesWhatAnotherLibraryReadsBack() throws Exception {
    List<Object> list = new ArrayList<>(List.of(1, -2L, 70.5, true, "x"));
    list.add(null);
    Map<String, Object> document = new LinkedHashMap<>();
    document.put("text", "quote \" backslash \\ newline \n tab \t \u0001 umlaut ü");
    document.put("list", list);
    document.put("nothing", null);
    document.put("empty", Map.of());
    assertThat(new ObjectMapper().readValue(Json.write(document), Map.class).toString())
        .isEqualTo(document.toString());
  }

  @Test
  void keepsTheOrderOfTheFields() {
    Map<String, Object> document = new LinkedHashMap<>();
    document.put("b", 1);
    document.put("a", List.of());
    assertThat(Json.write(document)).isEqualTo("{\"b\":1,\"a\":[]}");
  }

  @Test
  void refusesWhatHasNoJsonForm() {
    assertThatIllegalArgumentException().isThrownBy(() -> Json.write(new Object()));
  }
}
