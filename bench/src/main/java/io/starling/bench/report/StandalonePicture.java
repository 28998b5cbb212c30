package io.starling.bench.report;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A picture of a page as a file of its own. Programs other than browsers know no CSS variables, and
 * some no style sheets: each element gets the style that {@code report.css} gives its classes, in
 * the colours for light paper, as plain attributes.
 */
public final class StandalonePicture {

  private static final Pattern COMMENT_OR_MEDIA =
      Pattern.compile("@media[^{]*\\{(?:[^{}]*\\{[^{}]*\\})*[^{}]*\\}");
  private static final Pattern RULE = Pattern.compile("([^{}]+)\\{([^{}]*)\\}");
  private static final Pattern VARIABLE = Pattern.compile("var\\((--[\\w-]+)\\)");
  private static final Pattern FONT = Pattern.compile("([\\d.]+)px (.*)");
  private static final Pattern TAG = Pattern.compile("<(\\w+)((?: [\\w:-]+=\"[^\"]*\")*)");
  private static final Pattern CLASSES = Pattern.compile(" class=\"([^\"]*)\"");
  private static final Pattern SIZE = Pattern.compile("viewBox=\"0 0 ([\\d.]+) ([\\d.]+)\"");

  /** What SVG takes as attributes. */
  private static final Set<String> ATTRIBUTES =
      Set.of("fill", "stroke", "stroke-width", "stroke-linejoin", "font-size", "text-anchor");

  /**
   * What an element gets that has all classes of a selector.
   *
   * @param element its name, or empty for any
   */
  private record Style(String element, Set<String> classes, Map<String, String> attributes) {

    boolean fits(String name, Set<String> itsClasses) {
      return (element.isEmpty() || element.equals(name)) && itsClasses.containsAll(classes);
    }
  }

  private final List<Style> styles = new ArrayList<>();
  private final Map<String, String> variables = new HashMap<>();

  private StandalonePicture(String css) {
    Matcher rule = RULE.matcher(COMMENT_OR_MEDIA.matcher(css).replaceAll(""));
    while (rule.find()) {
      Map<String, String> properties = properties(rule.group(2));
      for (String selector : rule.group(1).split(",")) {
        add(selector.strip(), properties);
      }
    }
  }

  /** The same picture without classes, on white paper. */
  public static String of(String svg) {
    return new StandalonePicture(Page.style()).plain(svg);
  }

  private Map<String, String> properties(String block) {
    Map<String, String> properties = new LinkedHashMap<>();
    for (String declaration : block.split(";")) {
      int colon = declaration.indexOf(':');
      if (colon > 0) {
        String name = declaration.substring(0, colon).strip();
        String value = declaration.substring(colon + 1).strip();
        if (name.startsWith("--")) {
          variables.put(name, value);
        }
        properties.put(name, value);
      }
    }
    return properties;
  }

  /** Elements and classes alone; what a page has besides is of no use in a picture. */
  private void add(String selector, Map<String, String> properties) {
    if (!selector.matches("text|(\\.[\\w-]+)+")) {
      return;
    }
    Map<String, String> attributes = new LinkedHashMap<>();
    properties.forEach(
        (name, value) -> {
          Matcher font = FONT.matcher(value);
          if (name.equals("font") && font.matches()) {
            attributes.put("font-size", font.group(1));
            attributes.put("font-family", font.group(2));
          } else if (ATTRIBUTES.contains(name)) {
            attributes.put(name, resolve(value).replace("px", ""));
          }
        });
    boolean isElement = !selector.startsWith(".");
    Set<String> classes = isElement ? Set.of() : Set.of(selector.substring(1).split("\\."));
    styles.add(new Style(isElement ? selector : "", classes, attributes));
  }

  private String resolve(String value) {
    return VARIABLE.matcher(value).replaceAll(match -> variables.get(match.group(1)));
  }

  private String plain(String svg) {
    Matcher tag = TAG.matcher(svg);
    String styled =
        tag.replaceAll(match -> Matcher.quoteReplacement(plain(match.group(1), match.group(2))));
    Matcher size = SIZE.matcher(styled);
    if (!size.find()) {
      throw new IllegalStateException("a picture without a size: " + styled);
    }
    int body = styled.indexOf('>') + 1;
    String dimensions = " width=\"%s\" height=\"%s\"".formatted(size.group(1), size.group(2));
    return styled.substring(0, body - 1)
        + dimensions
        + ">\n<rect width=\"100%\" height=\"100%\" fill=\"#ffffff\"/>"
        + styled.substring(body);
  }

  private String plain(String name, String attributes) {
    Matcher found = CLASSES.matcher(attributes);
    Set<String> classes = found.find() ? Set.of(found.group(1).split(" ")) : Set.of();
    Map<String, String> all = new LinkedHashMap<>();
    for (Style style : styles) {
      if (style.fits(name, classes)) {
        all.putAll(style.attributes());
      }
    }
    StringBuilder text = new StringBuilder("<").append(name);
    all.forEach((key, value) -> text.append(" %s=\"%s\"".formatted(key, value)));
    return text.append(CLASSES.matcher(attributes).replaceAll("")).toString();
  }
}
