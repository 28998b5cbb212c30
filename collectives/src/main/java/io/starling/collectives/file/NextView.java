package io.starling.collectives.file;

import io.starling.collectives.FileView;
import io.starling.collectives.Hints;
import io.starling.runtime.datatype.MappedDatatype;
import io.starling.runtime.datatype.TypeMap;
import java.util.Arrays;

/**
 * What a rank brings to {@code setView}. It depends on what calls before have set, so it is made
 * when they are over.
 *
 * @param call the same text on all ranks
 * @param map the view; null if it is refused
 * @param hints all hints that the file has then
 * @param refusal why the rank refuses, or null
 */
record NextView(String call, ViewMap map, Hints hints, RuntimeException refusal) {

  static NextView of(FileState file, FileView view, Hints hints, RuntimeException refusal) {
    Hints all = file.with(hints);
    String call = describe(view, all);
    if (refusal != null) {
      return new NextView(call, null, all, refusal);
    }
    try {
      return new NextView(call, map(file, view), all, null);
    } catch (RuntimeException e) {
      return new NextView(call, null, all, e);
    }
  }

  private static String describe(FileView view, Hints all) {
    return view == null || view.elementType() == null
        ? "setView"
        : "setView(elements of %d bytes, %s, %s)"
            .formatted(view.elementType().extent(), view.representation(), FileHints.of(all));
  }

  private static ViewMap map(FileState file, FileView view) {
    if (view == null) {
      throw file.member.arguments().refuse("setView got null instead of view");
    }
    try {
      return ViewMap.of(placed(file, view));
    } catch (IllegalArgumentException e) {
      throw file.member.arguments().refuse("setView: " + e.getMessage());
    }
  }

  /** The view with a displacement of its own. */
  private static FileView placed(FileState file, FileView view) {
    if (view.displacement() != FileView.CURRENT) {
      return view;
    }
    long current = file.view.byteOffset(file.moveShared(at -> at));
    return new FileView(current, view.elementType(), view.fileType(), view.representation());
  }

  /** What makes two calls the same; not the types themselves, which a program may make anew. */
  static Object name(FileView view, Hints hints) {
    if (view == null || view.elementType() == null || view.fileType() == null) {
      return Arrays.asList("setView", hints);
    }
    TypeMap tile = MappedDatatype.of(view.fileType()).map();
    return Arrays.asList(
        "setView",
        hints,
        view.displacement(),
        view.representation(),
        view.elementType().size(),
        view.fileType().extent(),
        tile.size(),
        tile.start(),
        tile.end(),
        tile.runs());
  }
}
