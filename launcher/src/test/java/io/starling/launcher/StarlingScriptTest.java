package io.starling.launcher;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.starling.launcher.Checkout.Result;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The script that users call, on machines that are not like the one of those who wrote it. */
@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
class StarlingScriptTest {

  private static final String ECHO =
      "--jvm-arg -Xshare:auto " + TestProgram.class.getName() + " echo ";

  @TempDir private Path folder;

  private Checkout checkout;

  @BeforeEach
  void makeCheckout() throws Exception {
    checkout = Checkout.in(folder);
  }

  private static void assumeThatMountsAreAllowed() throws Exception {
    int status = new ProcessBuilder("unshare", "-m", "true").start().waitFor();
    assumeTrue(status == 0, "unshare is forbidden");
  }

  @Test
  void a_service_without_HOME_finds_its_JDK() throws Exception {
    Result result = checkout.sh("env -u HOME ./starling jdk");
    assertThat(result.errors()).isEmpty();
    assertThat(result.output().strip()).isEqualTo(System.getProperty("java.home"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"home/.sdkman/candidates/java", "home/.jdks"})
  void a_JDK_in_the_home_folder_is_found(String place) throws Exception {
    assertThatFound("%s/%s/some-25".formatted(folder, place), "");
  }

  @ParameterizedTest
  @ValueSource(strings = {"/opt/some-25", "/opt/java/some-25"})
  void a_JDK_in_opt_is_found(String place) throws Exception {
    assertThatFound(place, "mount -t tmpfs none /opt && ");
  }

  private void assertThatFound(String jdk, String first) throws Exception {
    assumeThatMountsAreAllowed();
    String line =
        first
            + "mkdir -p %s/bin && cp /bin/true %s/bin/java && ".formatted(jdk, jdk)
            + "echo 'JAVA_VERSION=\"25.0.1\"' > %s/release && ./starling jdk".formatted(jdk);
    Result result = withoutJdks(line);
    assertThat(result.errors()).isEmpty();
    assertThat(result.output().strip()).isEqualTo(jdk);
  }

  /** The machine's own JDKs are out of sight. */
  private Result withoutJdks(String line) throws Exception {
    checkout.program("getent", "exit 2");
    String hide =
        "for jvms in /usr/lib/jvm \"$JAVA_HOME\"; do mount -t tmpfs none \"$jvms\"; done"
            + " 2>/dev/null;"
            + " export HOME='%s/home' JAVA_HOME=; ".formatted(folder);
    return checkout.sh("unshare -m sh -c '%s'".formatted((hide + line).replace("'", "'\\''")));
  }

  @Test
  void a_machine_without_a_JDK_hears_where_it_was_looked_for_and_where_to_get_one()
      throws Exception {
    assumeThatMountsAreAllowed();
    Result result = withoutJdks("mount -t tmpfs none /opt; ./starling --version");
    assertThat(result.status()).isEqualTo(1);
    assertThat(result.errors().lines()).hasSize(1);
    assertThat(result.errors())
        .contains("JAVA_HOME", "PATH", "/usr/lib/jvm", "~/.sdkman", "~/.jdks", "/opt")
        .contains("adoptium.net", "apt-get install", "dnf install", "pacman -S", "brew install");
  }

  @Test
  void a_user_without_a_home_folder_keeps_what_Maven_fetches_below_target() throws Exception {
    checkout.program("getent", "exit 2").program("mvn", "echo \"$@\" > words; exit 1");
    checkout.sh("env -u HOME ./starling --version");
    assertThat(checkout.sh("cat words").output())
        .contains("-Dmaven.repo.local=%s/target/home/repository ".formatted(folder.toRealPath()));
  }

  @Test
  void a_build_that_fails_shows_why_and_where_all_that_Maven_said_is() throws Exception {
    checkout.program("mvn", "echo '[INFO] chatter'; echo '[ERROR] the cause'; exit 1");
    Result result = checkout.sh("./starling --version");
    assertThat(result.status()).isEqualTo(1);
    assertThat(result.errors())
        .contains("starling: building (", "[ERROR] the cause\n", "target/starling/build.log\n")
        .doesNotContain("chatter");
  }

  @Test
  void Maven_hears_of_a_JDK_that_it_would_not_find() throws Exception {
    assumeThatMountsAreAllowed();
    String make =
        "mount -t tmpfs none /opt && mkdir -p /opt/some-25/bin && cp /bin/true"
            + " /opt/some-25/bin/java && echo JAVA_VERSION=25 > /opt/some-25/release && sh"
            + " tools/check-jdk.sh";
    assertThat(withoutJdks(make))
        .isEqualTo(
            new Result(
                0,
                "",
                "starling: Maven does not look in /opt/some-25: export"
                    + " JAVA25_HOME=/opt/some-25\n"));
    assertThat(checkout.sh("sh tools/check-jdk.sh")).isEqualTo(new Result(0, "", ""));
  }

  @Test
  void paths_and_arguments_beyond_ASCII_arrive_where_the_locale_is_ASCII() throws Exception {
    moveToWideName();
    Result result =
        checkout.sh("cd gr* && LC_ALL=C ./starling run -n 1 -cp gr*.jar " + ECHO + "gr*.jar");
    assertThat(result.output()).as("%s", result).isEqualTo("0 [echo, gr\u00f6\u00dfe.jar]\n");
  }

  @Test
  @Tag("slow")
  void they_arrive_on_other_hosts_too() throws Exception {
    moveToWideName();
    checkout.program("shell", "shift; exec env -i PATH=\"$PATH\" sh -c \"$*\"");
    Result result =
        checkout.sh(
            "cd gr* && LC_ALL=C ./starling run -n 2 --host one,two --net lo --ssh ../bin/shell"
                + " -cp $PWD/gr*.jar "
                + ECHO
                + "gr*.jar");
    assertThat(result.output().lines())
        .as("%s", result)
        .containsExactlyInAnyOrder(
            "0 [echo, gr\u00f6\u00dfe.jar]", "1 [echo, gr\u00f6\u00dfe.jar]");
  }

  /** All of the checkout is below "größe", which this JVM may not be able to write itself. */
  private void moveToWideName() throws Exception {
    checkout.built().trained();
    checkout.sh(
        "n=\"$(printf 'gr\\303\\266\\303\\237e')\" && mkdir $n && mv lib tools target starling $n"
            + " && mv $n/lib/programs.jar $n/$n.jar");
  }

  @ParameterizedTest
  @CsvSource({
    "LC_ALL=C, C.UTF-8",
    "LC_ALL=POSIX, C.UTF-8",
    "LC_ALL= LC_CTYPE= LANG=, C.UTF-8",
    "LC_ALL=xx_XX.UTF-8, C.UTF-8",
    "LC_ALL= LC_CTYPE=C.UTF-8 LANG=xx_XX.UTF-8, C.UTF-8",
    "LC_ALL=C.UTF-8, C.UTF-8",
    "LC_ALL= LC_CTYPE= LANG=C.UTF-8, ''",
  })
  void the_JVM_gets_a_locale_that_has_all_letters(String locale, String expected) throws Exception {
    checkout.built().trained();
    makeJvmThatTellsItsLocale();
    Result result = checkout.sh(locale + " ./starling --version");
    assertThat(result.output()).as("%s", result).isEqualTo(expected + "\n");
  }

  @Test
  void an_encoding_that_the_user_has_chosen_stays() throws Exception {
    checkout.built().trained().program("locale", "echo ISO-8859-1");
    makeJvmThatTellsItsLocale();
    Result result = checkout.sh("LC_ALL=de_DE.ISO-8859-1 ./starling --version");
    assertThat(result.output()).as("%s", result).isEqualTo("de_DE.ISO-8859-1\n");
  }

  /** As in a portable copy, whose JVM comes before all others. */
  private void makeJvmThatTellsItsLocale() throws Exception {
    checkout.program("java", "echo \"$LC_ALL\"");
    checkout.sh("mkdir jdk && cp -R bin jdk && echo 'JAVA_VERSION=\"25\"' > jdk/release");
  }

  @Test
  @Tag("slow")
  void archives_are_made_whatever_the_user_has_set_for_jobs() throws Exception {
    checkout.built();
    Result result = checkout.sh("STARLING_TRANSPORT=none UCX_TLS=none ./starling --version");
    assertThat(result.errors()).isEmpty();
    assertThat(checkout.sh("ls -d target/starling/training*").output())
        .isEqualTo("target/starling/training.log\n");
    String log = checkout.sh("cat target/starling/training.log").output();
    for (String archive : List.of("launcher.aot", "agent.aot")) {
      assertThat(folder.resolve("target/starling").resolve(archive)).as(log).isNotEmptyFile();
    }
  }

  @Test
  void archives_that_cannot_be_made_keep_no_start_and_the_log_says_why() throws Exception {
    checkout.built();
    makeJvmThatTellsItsLocale();
    checkout.program("java", "echo a word of the JVM; exit 3").sh("cp bin/java jdk/bin");
    checkout.sh("./starling --version");
    assertThat(checkout.sh("cat target/starling/training.log").output())
        .contains("a word of the JVM\n", "status 3\n", "no launcher.aot\n", "no agent.aot\n");
    checkout.sh("rm target/starling/training.log; ./starling --version");
    assertThat(folder.resolve("target/starling/training.log")).doesNotExist();
  }

  @Test
  void a_JDK_that_is_updated_in_place_has_new_archives() throws Exception {
    checkout.built();
    makeJvmThatTellsItsLocale();
    checkout.sh("./starling --version; rm target/starling/training.log; ./starling --version");
    assertThat(folder.resolve("target/starling/training.log")).doesNotExist();
    checkout.sh("echo 'JAVA_VERSION=\"25.0.1\"' > jdk/release; ./starling --version");
    assertThat(folder.resolve("target/starling/training.log")).exists();
  }

  /** A JVM that says something to a launcher that has ended would end, too. */
  @Test
  void an_agent_writes_its_archive_also_after_the_launcher_has_ended() throws Exception {
    checkout.program("java", "sleep 1; echo a word; echo whole > \"${1#*=}\"");
    Result result =
        checkout.sh(
            "export STARLING_AGENT_ARCHIVE=$PWD/agent; sh tools/train-agent.sh host java"
                + " -XX:+UseSerialGC | true; flock agent.lock cat agent");
    assertThat(result).isEqualTo(new Result(0, "whole\n", ""));
  }

  @Test
  void another_users_copy_runs_from_a_read_only_place_without_an_archive() throws Exception {
    assumeThatMountsAreAllowed();
    checkout.built();
    Result result =
        checkout.sh(
            "unshare -m sh -c 'mount --bind . . && mount -o remount,ro,bind . && cd \"$PWD\""
                + " && ./starling run -n 1 %swords'".formatted(ECHO));
    assertThat(result.output()).as("%s", result).isEqualTo("0 [echo, words]\n");
  }

  @Test
  void what_has_to_be_built_where_the_user_may_not_write_names_the_owner_as_the_remedy()
      throws Exception {
    assumeThatMountsAreAllowed();
    Result result =
        checkout.sh(
            "unshare -m sh -c 'mount --bind . . && mount -o remount,ro,bind . && cd \"$PWD\""
                + " && ./starling --version'");
    assertThat(result.status()).isEqualTo(1);
    assertThat(result.errors().lines()).hasSize(1);
    assertThat(result.errors()).contains("may not write", "owner");
  }

  private static void assumeThatOtherUsersCanBePlayed() throws Exception {
    int status = new ProcessBuilder("setpriv", "--reuid=65534", "true").start().waitFor();
    assumeTrue(status == 0, "only root can be another user");
  }

  /** The checkout and all above it can be read by other users. */
  private Result asAnotherUser(String line) throws Exception {
    checkout.sh("chmod a+rx . && chmod -R a+rX . && chmod a+x .. ");
    return checkout.sh(
        "setpriv --reuid=65534 --regid=65534 --clear-groups env HOME=/nonexistent XDG_CACHE_HOME="
            + " sh -c '%s'".formatted(line.replace("'", "'\\''")));
  }

  @Test
  void another_user_runs_what_the_owner_has_built() throws Exception {
    assumeThatOtherUsersCanBePlayed();
    checkout.built();
    Result result = asAnotherUser("./starling run -n 1 " + ECHO + "words");
    assertThat(result.output()).as("%s", result).isEqualTo("0 [echo, words]\n");
  }

  @Test
  void another_users_lock_in_a_folder_of_a_group_is_no_obstacle() throws Exception {
    assumeThatOtherUsersCanBePlayed();
    checkout.built();
    checkout.sh("touch target/starling/lock && chmod a+w target target/starling");
    Result result = asAnotherUser("./starling run -n 1 " + ECHO + "words");
    assertThat(result.output()).as("%s", result).isEqualTo("0 [echo, words]\n");
  }

  @Test
  void a_jar_that_another_user_may_not_read_is_named_with_what_the_owner_can_do() throws Exception {
    assumeThatOtherUsersCanBePlayed();
    checkout.built();
    checkout.sh("chmod a+rx .");
    Result result = asAnotherUser("exec ./starling --version");
    assertThat(result.status()).as("%s", result).isZero();
    checkout.sh("chmod 600 lib/jna.jar");
    result =
        checkout.sh(
            "setpriv --reuid=65534 --regid=65534 --clear-groups env HOME=/nonexistent ./starling"
                + " --version");
    assertThat(result.status()).isEqualTo(1);
    assertThat(result.errors())
        .contains("cannot read " + folder.toRealPath() + "/lib/jna.jar", "chmod -R a+rX");
  }

  @Test
  void a_build_leaves_nothing_of_the_class_path_in_the_home_of_its_user() throws Exception {
    checkout.built();
    checkout.sh(
        "rm target/starling/stamp target/starling/*.classpath && mkdir -p home/m2 bench/target"
            + " examples/target mpi/ompi/target mpi/mpj/target && for d in ompi mpj; do cp"
            + " lib/picocli.jar mpi/$d/target/starling-mpi-$d-1.jar; done && mv lib/jna.jar home/m2"
            + " && chmod 700 home && mv lib/launcher.jar bench/target/starling-bench-1.jar && mv"
            + " lib/programs.jar examples/target/starling-examples-1.jar");
    // In place of Maven; the checkout is all that it could have built.
    String elsewhere = folder.resolveSibling(folder.getFileName() + "-home").toString();
    checkout.program(
        "mvn",
        "mkdir -p %1$s && cp home/m2/jna.jar %1$s && echo \"$PWD/lib/runtime.jar:$PWD/lib/topology.jar:%1$s/jna.jar:$PWD/lib/picocli.jar\" | tee bench/target/classpath mpi/ompi/target/classpath mpi/mpj/target/classpath > examples/target/classpath"
            .formatted(elsewhere));
    try {
      Result result = checkout.sh("./starling run -n 1 " + ECHO + "words");
      assertThat(result.output()).as("%s", result).isEqualTo("0 [echo, words]\n");
      assertThat(checkout.sh("cat target/starling/*.classpath").output())
          .contains(folder.toRealPath() + "/target/starling/lib/jna.jar:")
          .doesNotContain(elsewhere);
    } finally {
      checkout.sh("rm -r " + elsewhere);
    }
  }

  @Test
  void a_dialect_of_mpi_comes_before_the_program() throws Exception {
    checkout.built().trained();
    String jar = folder.toRealPath() + "/lib/ompi.jar";
    assertThat(checkout.sh("./starling classpath --mpi ompi").output().strip()).endsWith(":" + jar);
    compileShow();
    String shown = "./starling run -n 1 --mpi ompi %s Show of ";
    assertThat(checkout.sh(shown.formatted("-cp own")).output())
        .startsWith("of")
        .endsWith(":" + jar + ":own\n");
    assertThat(checkout.sh("cd own && ." + shown.formatted("")).output())
        .endsWith(":" + jar + ":.\n");
    assertThat(checkout.sh("CLASSPATH=own " + shown.formatted("")).output())
        .endsWith(":" + jar + ":own\n");
  }

  /** A program that shows its arguments and its class path. */
  private void compileShow() throws Exception {
    checkout.sh(
        "mkdir own && echo 'class Show { public static void main(String[] words) {"
            + " System.out.println(String.join(\" \", words) + System.getProperty("
            + "\"java.class.path\")); } }' > Show.java && ./starling javac -d own Show.java");
  }

  @Test
  void programs_for_mpj_express_get_three_arguments_of_their_launcher() throws Exception {
    checkout.built().trained();
    compileShow();
    assertThat(checkout.sh("./starling run -n 1 --mpi mpj -cp own Show me").output())
        .startsWith("0 starling starling me");
    assertThat(checkout.sh("./starling exec --mpi mpj -cp own Show me").output())
        .startsWith("0 starling starling me");
  }

  @Test
  void a_dialect_that_does_not_exist_is_refused() throws Exception {
    checkout.built().trained();
    for (String command : List.of("run -n 1", "exec", "classpath")) {
      Result result = checkout.sh("./starling %s --mpi lam Show".formatted(command));
      assertThat(result.status()).as(command).isEqualTo(2);
      assertThat(result.errors()).as(command).contains("ompi", "mpj", "lam");
    }
  }

  @Test
  void javac_is_the_JDKs_with_the_class_paths_of_Starling_and_the_user() throws Exception {
    checkout.built().trained();
    checkout.sh(
        "mkdir other && echo 'package other; public class Part {}' > Part.java && echo 'class Sum {"
            + " other.Part part; io.starling.runtime.Status status; }' > Sum.java");
    assertThat(checkout.sh("./starling javac -d libs Part.java")).isEqualTo(new Result(0, "", ""));
    assertThat(checkout.sh("./starling javac -d classes -cp libs -Xlint:all,-path Sum.java"))
        .isEqualTo(new Result(0, "", ""));
    assertThat(checkout.sh("CLASSPATH=libs ./starling javac -d classes Sum.java").status())
        .isZero();
    Result wrong = checkout.sh("./starling javac -d classes Sum.java");
    assertThat(wrong.status()).isEqualTo(1);
    assertThat(wrong.errors()).contains("package other does not exist");
    assertThat(checkout.sh("./starling javac -cp").errors()).contains("-cp needs a class path");
  }
}
