package io.starling.launcher.agent;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
class AgentCommandTest {

  @TempDir private Path folder;

  @Test
  void an_agent_has_the_archive_that_was_made_for_agents() throws IOException {
    Path agents = Files.writeString(folder.resolve("agent.aot"), "archive");
    assertThat(AgentCommand.agents(folder.resolve("launcher.aot"))).isEqualTo(agents);
  }

  @Test
  void without_one_it_has_that_of_the_launcher() throws IOException {
    Path launchers = folder.resolve("launcher.aot");
    assertThat(AgentCommand.agents(launchers)).isEqualTo(launchers);
    Files.createFile(folder.resolve("agent.aot"));
    assertThat(AgentCommand.agents(launchers)).isEqualTo(launchers);
  }
}
