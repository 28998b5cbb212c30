package io.starling.launcher.command;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import picocli.CommandLine.Help;
import picocli.CommandLine.IHelpSectionRenderer;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

/** The options of a command with a heading over those of each mixin, and its own before them. */
public final class GroupedOptions implements IHelpSectionRenderer {

  private static final Comparator<OptionSpec> BY_NAME =
      Comparator.comparing(option -> option.longestName().replaceFirst("^-+", ""));

  private final Map<String, String> headings;

  /**
   * A renderer.
   *
   * @param headings by the names of mixins, in their order; mixins with the same are one group
   */
  public GroupedOptions(Map<String, String> headings) {
    this.headings = new LinkedHashMap<>(headings);
  }

  @Override
  public String render(Help help) {
    List<OptionSpec> rest = new ArrayList<>(help.commandSpec().options());
    Map<String, List<OptionSpec>> groups = new LinkedHashMap<>();
    headings.forEach(
        (mixin, heading) -> {
          CommandSpec mixed = help.commandSpec().mixins().get(mixin);
          List<OptionSpec> group = groups.computeIfAbsent(heading, _ -> new ArrayList<>());
          for (OptionSpec option : mixed.options()) {
            rest.removeIf(other -> other.longestName().equals(option.longestName()));
            group.add(option);
          }
        });
    StringBuilder text = new StringBuilder(layout(help, rest));
    groups.forEach(
        (heading, options) ->
            text.append("%n%s:%n".formatted(heading)).append(layout(help, options)));
    return text.toString();
  }

  private static String layout(Help help, List<OptionSpec> options) {
    options.sort(BY_NAME);
    Help.Layout layout =
        help.createDefaultLayout(help.commandSpec().options(), List.of(), help.colorScheme());
    layout.addOptions(options, help.createDefaultParamLabelRenderer());
    return layout.toString();
  }
}
