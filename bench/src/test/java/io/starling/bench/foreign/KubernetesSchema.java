package io.starling.bench.foreign;

import com.google.gson.Gson;
import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import io.kubernetes.client.openapi.JSON;
import io.kubernetes.client.openapi.models.V1Job;
import io.kubernetes.client.openapi.models.V1Secret;
import io.kubernetes.client.openapi.models.V1Service;
import java.util.Map;
import java.util.stream.IntStream;

/**
 * The models of Kubernetes' own client, which are generated from the schema that Kubernetes
 * publishes: the fields that there are, their types, and which must be given.
 */
final class KubernetesSchema {

  private static final Map<String, Class<?>> MODELS =
      Map.of(
          "v1 Service", V1Service.class,
          "v1 Secret", V1Secret.class,
          "batch/v1 Job", V1Job.class);

  private KubernetesSchema() {}

  /**
   * Checks an object of a manifest as strictly as a server with {@code fieldValidation=Strict}
   * reads it.
   *
   * @throws IllegalArgumentException if it has an unknown field, lacks one that must be given, or
   *     has a value of another type
   */
  static void check(Map<String, Object> object) {
    String kind = object.get("apiVersion") + " " + object.get("kind");
    Class<?> model = MODELS.get(kind);
    if (model == null) {
      throw new IllegalArgumentException("no kind of object is called " + kind);
    }
    Gson gson = JSON.getGson();
    JsonElement given = gson.toJsonTree(object);
    JsonElement read;
    try {
      read = gson.toJsonTree(gson.fromJson(given, model));
    } catch (RuntimeException e) {
      throw new IllegalArgumentException(kind + ": " + e.getMessage(), e);
    }
    // The reader takes "4" for 4 and 4 for "4", where a server refuses both.
    if (!holds(read, given)) {
      throw new IllegalArgumentException(kind + " is " + given + " but is read as " + read);
    }
  }

  /** Whether all of a part is in a whole that also has the empty lists and maps of the models. */
  private static boolean holds(JsonElement whole, JsonElement part) {
    if (whole instanceof JsonObject object && part instanceof JsonObject fields) {
      return fields.entrySet().stream()
          .allMatch(field -> holds(object.get(field.getKey()), field.getValue()));
    }
    if (whole instanceof JsonArray array && part instanceof JsonArray values) {
      return array.size() == values.size()
          && IntStream.range(0, array.size()).allMatch(i -> holds(array.get(i), values.get(i)));
    }
    return part.equals(whole);
  }
}
