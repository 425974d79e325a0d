/** Gives a value of a document the type that its shape check has proved: the only place that does. */
import type { NodePath, SpecDocument } from '../../../spec/yaml/spec.ts';
import { aboutOf, valueAt } from '../../../spec/shape/place.ts';
import type { Located } from '../../model.ts';

export function located<T>(document: SpecDocument, base: NodePath = []): Located<T> {
  const spec = base.reduce<unknown>(valueAt, document.value) as T;
  return {
    spec,
    file: document.file,
    at: (path, part, word) => document.at([...base, ...path], part, word),
    about: (path) => aboutOf(document, [...base, ...path]),
    edit: (edit) => document.edit({ ...edit, path: [...base, ...edit.path] }),
  };
}
