/** What a check of a document's shape finds: a diagnostic at its place, and whether the part can be read. */
import type { Diagnostic } from '../../base/diagnostic.ts';
import type { NodePath, PairSide, SpecDocument } from '../../spec/yaml/spec.ts';
import { aboutOf } from '../../spec/shape/place.ts';

export interface ShapeFinding {
  readonly path: NodePath;
  /** Absent where there are too many errors to report: an author fixes the first ones. */
  readonly diagnostic?: Diagnostic;
  /** The part has the wrong type, so that no rule can read it. */
  readonly unsound: boolean;
}

type Texts = Pick<Diagnostic, 'code' | 'message'> & { readonly hint: string };

export function unsoundAt(document: SpecDocument, path: NodePath, texts: Texts, part?: PairSide): ShapeFinding {
  const place = { span: document.at(path, part), about: aboutOf(document, path) };
  return { path, unsound: true, diagnostic: { severity: 'error', ...texts, ...place } };
}

/** At a key that has no effect. */
export function withoutEffect(document: SpecDocument, path: NodePath, texts: Texts): ShapeFinding {
  const place = { span: document.at(path, 'key'), about: aboutOf(document, path) };
  return { path, unsound: false, diagnostic: { severity: 'warning', ...texts, ...place } };
}
