package io.starling.launcher;

import static org.assertj.core.api.Assertions.assertThat;

import io.starling.launcher.Checkout.Result;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The script that installs UCX and hwloc, where UCX is missing and apt is one of this test. */
@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
class NativeLibrariesScriptTest {

  private static final String INSTALL =
      "LD_LIBRARY_PATH=$PWD/lib sh tools/native-libraries.sh ucx hwloc";
  private static final String INSTALLS =
      "echo Unpacking; echo \"$@\" >> apt.log; mkdir -p lib; touch lib/libmissing.so.0";

  @TempDir private Path folder;

  private Checkout checkout;

  @BeforeEach
  void makeCheckout() throws Exception {
    checkout =
        Checkout.in(folder)
            .change("tools/native-libraries.sh", "libucp.so.0", "libmissing.so.0")
            .program("id", "echo 0")
            .program("sudo", "exit 1")
            .program("apt-cache", "[ \"$2\" = libucx0 ]")
            .program("apt-get", INSTALLS);
  }

  @Test
  void what_is_installed_costs_one_line() throws Exception {
    assertThat(checkout.sh(INSTALL)).isEqualTo(new Result(0, "", "starling: installing libucx0\n"));
    assertThat(checkout.sh("cat apt.log").output())
        .endsWith("install -y --no-install-recommends libucx0\n");
  }

  @Test
  void what_is_there_costs_none() throws Exception {
    checkout.sh("mkdir lib && touch lib/libmissing.so.0");
    assertThat(checkout.sh(INSTALL)).isEqualTo(new Result(0, "", ""));
  }

  @Test
  void a_command_that_does_without_ucx_does_not_ask_for_it() throws Exception {
    assertThat(checkout.sh(INSTALL.replace(" ucx", ""))).isEqualTo(new Result(0, "", ""));
    assertThat(checkout.sh("ls apt.log").status()).isNotZero();
  }

  @Test
  void a_machine_that_has_never_asked_its_servers_asks_them() throws Exception {
    checkout
        .program("apt-cache", "[ -e asked ] && [ \"$2\" = libucx0t64 ]")
        .program(
            "apt-get",
            "case $* in *update) touch asked ;; *t64) " + INSTALLS + " ;; *) exit 100 ;; esac");
    assertThat(checkout.sh(INSTALL)).isEqualTo(new Result(0, "", "starling: installing libucx0\n"));
  }

  @Test
  void a_user_who_may_become_root_without_a_password_does() throws Exception {
    checkout.program("id", "echo 1000").program("sudo", "shift; touch became-root; exec \"$@\"");
    assertThat(checkout.sh(INSTALL).status()).isZero();
    assertThat(checkout.sh("ls became-root").status()).isZero();
  }

  @Test
  void all_that_apt_says_is_shown_when_it_fails() throws Exception {
    checkout.program("apt-get", "echo 'Err:1 no network'; echo 'E: gone' >&2; exit 100");
    Result result = checkout.sh(INSTALL);
    assertThat(result.errors())
        .startsWith("starling: installing libucx0\nErr:1 no network\nE: gone\n")
        .endsWith(remedy("apt-get has failed"));
    assertThat(result.status()).isEqualTo(1);
  }

  private static String remedy(String cause) {
    return "starling: libmissing.so.0 can't be loaded, and can't be installed: "
        + cause
        + ". As root: apt-get install libucx0 | dnf install ucx | pacman -S openucx"
        + " | UCX from https://openucx.org. Ranks of one host do without UCX: --transport shared\n";
  }

  @Test
  void a_user_who_may_not_install_gets_the_commands_for_one_who_may() throws Exception {
    checkout.program("id", "echo 1000");
    assertThat(checkout.sh(INSTALL))
        .isEqualTo(new Result(1, "", remedy("only root may install packages")));
    assertThat(checkout.sh("ls apt.log").status()).isNotZero();
  }

  @Test
  void a_system_without_apt_gets_the_commands_of_others() throws Exception {
    checkout.sh("rm bin/apt-get && cp $(which sh dirname readlink grep) bin");
    assertThat(checkout.sh("PATH=$PWD/bin; " + INSTALL))
        .isEqualTo(new Result(1, "", remedy("there is no apt-get here")));
  }

  @Test
  void a_terminal_shows_that_it_lives_and_keeps_one_line() throws Exception {
    checkout.program(
        "apt-get",
        "for _ in $(seq 500); do grep -q 'libucx0 |.* s' terminal && break; sleep 0.01; done; "
            + INSTALLS);
    Result result =
        checkout.sh(
            "TERM=xterm script -qefc '%s' terminal > /dev/null; cat terminal".formatted(INSTALL));
    String drawn = "(?s).*\r\033\\[K(starling: installing libucx0: \\d+ s)\r\n.*";
    assertThat(result.output()).as("%s", result).matches(drawn);
  }
}
