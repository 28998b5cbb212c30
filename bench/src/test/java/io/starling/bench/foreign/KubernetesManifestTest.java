package io.starling.bench.foreign;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.starling.runtime.bootstrap.api.StaticSettings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.Yaml;
import org.yaml.snakeyaml.constructor.SafeConstructor;

/**
 * The manifest of the examples: what the schema of Kubernetes allows, and parts that fit each
 * other.
 */
@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
class KubernetesManifestTest {

  private static final Path MANIFEST = Path.of("../examples/cluster/kubernetes.yaml");

  private static final Map<String, Map<String, Object>> OBJECTS = new HashMap<>();

  @TempDir private Path folder;

  @BeforeAll
  static void read() throws IOException {
    objects(Files.readString(MANIFEST))
        .forEach(object -> OBJECTS.put((String) object.get("kind"), object));
  }

  /** The objects of a manifest, where no field may stand twice. */
  private static List<Map<String, Object>> objects(String manifest) {
    LoaderOptions options = new LoaderOptions();
    options.setAllowDuplicateKeys(false);
    Yaml yaml = new Yaml(new SafeConstructor(options));
    return StreamSupport.stream(yaml.loadAll(manifest).spliterator(), false)
        .map(KubernetesManifestTest::object)
        .toList();
  }

  @SuppressWarnings("unchecked")
  private static Map<String, Object> object(Object value) {
    return (Map<String, Object>) value;
  }

  @SuppressWarnings("unchecked")
  private static List<Object> list(Object value) {
    return (List<Object>) value;
  }

  /** What is found by going down from a kind of object. */
  private static Object at(String kind, String... path) {
    Object value = OBJECTS.get(kind);
    for (String name : path) {
      value = object(value).get(name);
    }
    return value;
  }

  private static Map<String, Object> pod() {
    return object(at("Job", "spec", "template", "spec"));
  }

  private static Map<String, Object> container() {
    return object(list(pod().get("containers")).getFirst());
  }

  private static Map<String, String> environment() {
    Map<String, String> environment = new HashMap<>();
    for (Object variable : list(container().get("env"))) {
      environment.put(
          (String) object(variable).get("name"), (String) object(variable).get("value"));
    }
    return environment;
  }

  @Test
  void the_objects_are_as_the_schema_of_kubernetes_says() {
    assertThat(OBJECTS.keySet()).containsExactlyInAnyOrder("Service", "Secret", "Job");
    OBJECTS.values().forEach(KubernetesSchema::check);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          # a field that there is not, at the top, in a pod and in a list of a container
          stringData:            | strings:            | strings
          completionMode:        | completionmode:     | completionmode
          subdomain:             | subDomain:          | subDomain
          mountPath:             | mountpath:          | mountpath
          # one at a wrong place
          selector:              | restartPolicy:      | restartPolicy
          # a value of another type
          completions: 4         | completions: four   | four
          completions: 4         | completions: '4'    | "completions":"4"
          completions: 4         | completions: 4.5    | 4.5
          value: "4"             | value: 4            | "value":4
          readOnly: true         | readOnly: 1         | 1
          runAsNonRoot: true     | runAsNonRoot: 'yes' | yes
          memory: 1Gi            | memory: 1Gigabyte   | suffix
          clusterIP: None        | clusterIP: [None]   | clusterIP
          # one that must be given
          - name: STARLING_SIZE  | - valueFrom: {}     | name
          name: rank             | tty: true           | name
          mountPath: /run        | subPath: run        | mountPath
          # an object that there is not
          batch/v1               | batch/v2            | batch/v2 Job
          kind: Service          | kind: Servise       | v1 Servise
          """)
  void a_slip_is_refused(String words, String slip, String complaint) throws IOException {
    String manifest = Files.readString(MANIFEST);
    assertThat(manifest).contains(words);
    List<Map<String, Object>> objects = objects(manifest.replace(words, slip));
    assertThatThrownBy(() -> objects.forEach(KubernetesSchema::check))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining(complaint);
  }

  @Test
  void a_field_that_stands_twice_is_refused() throws IOException {
    String manifest = Files.readString(MANIFEST).replace("parallelism:", "completions:");
    assertThatThrownBy(() -> objects(manifest)).hasMessageContaining("duplicate key completions");
  }

  @Test
  void all_ranks_run_at_once_and_the_first_that_fails_ends_the_job() {
    assertThat(at("Job", "spec", "completionMode")).isEqualTo("Indexed");
    assertThat(at("Job", "spec", "completions")).isEqualTo(at("Job", "spec", "parallelism"));
    assertThat(environment())
        .containsEntry("STARLING_SIZE", at("Job", "spec", "completions").toString());
    assertThat(at("Job", "spec", "backoffLimit")).isEqualTo(0);
    assertThat(pod()).containsEntry("restartPolicy", "Never");
  }

  @Test
  void rank_0_has_the_name_at_which_the_others_look_for_it() {
    Object service = at("Service", "metadata", "name");
    Object job = at("Job", "metadata", "name");
    assertThat(at("Service", "spec", "clusterIP")).isEqualTo("None");
    assertThat(at("Service", "spec", "publishNotReadyAddresses")).isEqualTo(true);
    assertThat(object(at("Service", "spec", "selector")))
        .containsEntry("batch.kubernetes.io/job-name", job);
    assertThat(pod()).containsEntry("subdomain", service);
    assertThat(environment().get("STARLING_STORE")).startsWith(job + "-0." + service + ":");
  }

  @Test
  void the_secret_is_mounted_where_ranks_look_for_it() {
    Map<String, Object> volume = object(list(pod().get("volumes")).getFirst());
    Map<String, Object> mount = object(list(container().get("volumeMounts")).getFirst());
    assertThat(object(volume.get("secret")))
        .containsEntry("secretName", at("Secret", "metadata", "name"));
    assertThat(mount).containsEntry("name", volume.get("name")).containsEntry("readOnly", true);
    String key = object(at("Secret", "stringData")).keySet().iterator().next();
    assertThat(environment())
        .containsEntry("STARLING_SECRET_FILE", mount.get("mountPath") + "/" + key);
  }

  @Test
  void the_variables_make_a_rank_once_the_secret_was_replaced() throws IOException {
    Map<String, String> environment = environment();
    Path secret = folder.resolve("secret");
    environment.put("STARLING_SECRET_FILE", secret.toString());
    environment.put("JOB_COMPLETION_INDEX", "3");
    environment.put("KUBERNETES_SERVICE_HOST", "10.0.0.1");
    Files.writeString(secret, (String) at("Secret", "stringData", "secret"));
    assertThatThrownBy(() -> StaticSettings.from(environment)).hasMessageContaining("random");
    Files.write(secret, new byte[32]);
    assertThat(StaticSettings.from(environment).rank()).isEqualTo(3);
  }
}
