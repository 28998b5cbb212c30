package io.starling.topology.machine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.io.IOException;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;
import java.util.regex.Pattern;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** What a user's XML file may look like, for hwloc with libxml2 and without. */
@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
final class XmlDescriptionTest {

  /** Two cores, a GPU with letters beyond ASCII in its names, and the distance of a NUMA node. */
  private static final String PLAIN =
      """
      <?xml version="1.0" encoding="UTF-8"?>
      <!DOCTYPE topology SYSTEM "hwloc2.dtd">
      <topology version="2.0">
        <object type="Machine" os_index="0" ALL>
          <object type="NUMANode" os_index="0" ALL local_memory="1048576"/>
          <object type="Core" os_index="0" FIRST>
            <object type="PU" os_index="0" FIRST/>
          </object>
          <object type="Core" os_index="1" SECOND>
            <object type="PU" os_index="1" SECOND/>
          </object>
          <object type="PCIDev" os_index="4096" pci_busid="0000:01:00.0" pci_type="0302 [10de:20b0] [0000:0000] 00">
            <info name="PCIDevice" value="\u00c9clair &lt;&quot;K&amp;R&quot;&gt; \u6f22\ud83d\udc26 it's"/>
            <object type="OSDev" name="card\u00e9" osdev_type="1"/>
          </object>
        </object>
        <distances2 type="NUMANode" nbobjs="1" kind="5" indexing="os">
          <indexes length="2">0 </indexes>
          <u64values length="3">10 </u64values>
        </distances2>
      </topology>
      """
          .replace("ALL", "cpuset=\"0x3\" complete_cpuset=\"0x3\" NODE")
          .replace("FIRST", "cpuset=\"0x1\" complete_cpuset=\"0x1\" NODE")
          .replace("SECOND", "cpuset=\"0x2\" complete_cpuset=\"0x2\" NODE")
          .replace("NODE", "nodeset=\"0x1\" complete_nodeset=\"0x1\"");

  private static final String MODEL = "\u00c9clair <\"K&R\"> \u6f22\ud83d\udc26 it's";

  @TempDir private Path folder;

  /** The same file in other words. */
  enum Form {
    AS_HWLOC_WRITES_IT(text -> text),
    WITHOUT_A_HEADER(text -> text.substring(text.indexOf("<topology"))),
    ON_ONE_LINE(text -> text.replaceAll("\\s*\n\\s*", "")),
    WITH_LINES_OF_WINDOWS(text -> text.replace("\n", "\r\n")),
    WITH_A_BYTE_ORDER_MARK(text -> '\ufeff' + text),
    WITH_A_COMMENT_FIRST(text -> text.replace("<topology", "<!-- <topology> -->\n<topology")),
    WITH_A_COMMENT_BETWEEN_OBJECTS(
        text -> text.replaceAll("<object type=\"Core\"", "<!-- > -->$0")),
    WITH_COMMENTS_AROUND_ALL(text -> text.replaceAll("<(/?)(object|info)", "<!-- - -->$0")),
    WITH_A_COMMENT_IN_A_LIST(text -> text.replace("10 <", "1<!-- -->0 <")),
    WITH_INSTRUCTIONS(text -> text.replace("<object", "<?editor fold=\"1\"?><object")),
    WITH_AN_INTERNAL_DTD(
        text -> text.replaceAll("\"hwloc2.dtd\"", "$0 [\n<!ELEMENT object ANY>\n]")),
    WITH_CDATA(text -> text.replace("10 <", "<![CDATA[10 ]]><")),
    WITH_STRAY_TEXT(text -> text.replaceAll("<object type=\"Core\"", "two of them: $0")),
    WITH_SINGLE_QUOTES(text -> text.replace("it's", "it&#39;s").replace('"', '\'')),
    WITH_ATTRIBUTES_ON_LINES(text -> text.replaceAll("\" (\\w+=)", "\"\n\t\t$1")),
    WITH_SPACES_IN_TAGS(text -> text.replace("/>", " />").replace("</object>", "</object >")),
    WITH_PAIRS_OF_TAGS(text -> text.replaceAll("<(object|info)([^>]*)/>", "<$1$2></$1>")),
    WITH_NUMBERS_OF_LETTERS(text -> text.replace("\u00c9", "&#201;").replace("\u6f22", "&#x6f22;")),
    WITH_NEEDLESS_ENTITIES(text -> text.replace("it's", "it&apos;s").replace("0x3", "&#48;x3")),
    WITH_EMPTY_VALUES(text -> text.replaceAll("os_index=\"1\"", "$0 subtype=\"\" name=\"\"")),
    WITH_A_NAMESPACE(
        text -> text.replaceAll("version=\"2.0\"", "$0 xmlns=\"u\" xmlns:x=\"v\" x:type=\"Core\"")),
    WITH_FOREIGN_DATA(
        text ->
            text.replaceFirst(
                "(<object type=\"Core\"[^>]*>)",
                "$1<userdata name=\"a\" length=\"3\">a&lt;b<b/></userdata><x:y><object/></x:y>"));

    private final UnaryOperator<String> words;

    Form(UnaryOperator<String> words) {
      this.words = words;
    }

    String text() {
      return words.apply(PLAIN);
    }
  }

  @ParameterizedTest
  @EnumSource
  void a_file_means_the_same_in_every_form(Form form) throws IOException {
    assertIsThePlainMachine(write(form.text(), StandardCharsets.UTF_8));
  }

  @ParameterizedTest
  @CsvSource({"UTF-16", "UTF-16LE", "ISO-8859-15", "windows-1252"})
  void a_file_may_have_any_encoding_that_it_names(String encoding) throws IOException {
    String text =
        PLAIN
            .replace("UTF-8", encoding)
            .replace("\u6f22", "&#x6f22;")
            .replace("\ud83d\udc26", "&#128038;");
    assertIsThePlainMachine(write(text, Charset.forName(encoding)));
  }

  private Path write(String text, Charset encoding) throws IOException {
    return Files.write(folder.resolve("machine.xml"), text.getBytes(encoding));
  }

  private static void assertIsThePlainMachine(Path file) {
    Machine machine = Machine.xml(file);
    assertThat(machine).hasToString("0 packages, 1 NUMA nodes, 2 cores, 2 PUs");
    assertThat(machine.numaNodes().getFirst().bytes()).isEqualTo(1048576);
    assertThat(machine.devices()).hasSize(1);
    assertThat(machine.devices().getFirst().model()).isEqualTo(MODEL);
    assertThat(machine.devices().getFirst().names()).containsExactly("card\u00e9");
  }

  @Test
  void hwlocs_own_reader_reads_every_form_and_every_machine() throws Exception {
    List<String> files = new ArrayList<>();
    for (Form form : Form.values()) {
      Path file = folder.resolve(form + ".xml");
      Files.writeString(file, form.text());
      files.add(file.toString());
    }
    for (Machines machine : Machines.values()) {
      if (machine.input().endsWith(".xml")) {
        files.add(machine.input());
      }
    }

    List<String> read = MachinePrinter.inAProcess(files, "HWLOC_LIBXML=0");

    assertThat(read)
        .containsExactlyElementsOf(files.stream().map(MachinePrinter::inOneLine).toList());
    assertThat(read.subList(0, Form.values().length)).containsOnly(read.getFirst());
  }

  @Test
  void hwlocs_own_reader_reads_the_file_of_its_variable() throws Exception {
    String file = Machines.GPUS.input();

    assertThat(MachinePrinter.inAProcess(List.of(), "HWLOC_LIBXML=0", "HWLOC_XMLFILE=" + file))
        .containsExactly(MachinePrinter.inOneLine(file));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '\0',
      value = {
        "complete_cpuset='0x2' | | at line 9 an <object> has a cpuset and no complete_cpuset",
        "complete_nodeset='0x1' l | l | at line 5 an <object> has a nodeset and no"
            + " complete_nodeset",
        "type='PU' | | at line 7 an <object> has no type",
        "'Core' | 'Kern' | at line 6 an <object> has the type 'Kern', which hwloc 2 does not know",
        "cpuset='0x1' | | at line 6 an <object> of type 'Core' has no cpuset",
        "'2.0' | '3.0' | at line 3 <topology> has the version 3.0, but hwloc 2 reads at most",
        "'2.0' | 'two' | at line 3 <topology> has the version 'two', not such as 2.0",
        "</object> | </objekt> | at line 8: The element type 'object' must be terminated",
        "&amp; | & | at line 13: The reference to entity 'R' must end with the ';' delimiter",
        "name='card | name='' name='card | at line 14: Attribute 'name' was already specified",
      })
  void what_is_wrong_has_a_line_and_a_cause(String right, String wrong, String message)
      throws IOException {
    String text =
        PLAIN
            .replace('"', '\'')
            .replace("it's", "it is")
            .replaceFirst(Pattern.quote(right), wrong == null ? "" : wrong);
    Path file = write(text, StandardCharsets.UTF_8);

    assertThatIllegalArgumentException()
        .isThrownBy(() -> Machine.xml(file))
        .withMessageStartingWith("'" + file + "' is not an hwloc XML file: ")
        .satisfies(e -> assertThat(e.getMessage().replace('"', '\'')).contains(message))
        .withMessageEndingWith("; 'lstopo machine.xml' writes one");
  }
}
