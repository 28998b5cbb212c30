package io.starling.launcher.doctor;

import static org.assertj.core.api.Assertions.assertThat;

import io.starling.launcher.doctor.Finding.Level;
import java.util.List;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
class SshTroubleTest {

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "255 | ssh: Could not resolve hostname a: Name or service not known | ssh | /etc/hosts",
        "255 | root@a: Permission denied (publickey). | ssh | ssh-copy-id a",
        "255 | Host key verification failed. | ssh | ssh a by hand",
        "255 | ssh: connect to host a port 22: Connection refused | ssh | start sshd",
        "255 | ssh: connect to host a port 22: Connection timed out | ssh | firewall",
        "255 | something new | ssh | ssh a true",
        "127 | bash: /jdk/bin/java: No such file or directory | JDK | --java-home",
        "1 | Error: Could not find or load main class io.starling.X | Starling | same places"
      })
  void each_trouble_has_its_remedy(int status, String words, String check, String remedy) {
    Finding finding = SshTrouble.judge("a", status, List.of(words), "/jdk");
    assertThat(finding.level()).isEqualTo(Level.FAIL);
    assertThat(finding.check()).isEqualTo(check);
    assertThat(finding.text()).contains(words);
    assertThat(finding.remedy()).contains(remedy);
  }

  @Test
  void without_words_the_status_is_told() {
    assertThat(SshTrouble.judge("a", 3, List.of(), "/jdk").text()).isEqualTo("status 3");
  }
}
