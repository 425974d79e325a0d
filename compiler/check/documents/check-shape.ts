/** Reports every deviation of a document from the shape of its kind, at its place. */
import type { NodePath, PairSide, SpecDocument } from '../../spec/yaml/spec.ts';
import { explainShape, meantKey } from '../../spec/shape/explain-shape.ts';
import { type Fault, type ShapeError, faultsOf } from '../../spec/shape/faults.ts';
import { compileFits } from '../../spec/shape/fits.ts';
import { IMPORTED_SCHEMA } from './imported.ts';
import { SPEC_SCHEMA } from './language.ts';
import type { Profile } from '../settings.ts';
import type { Diagnostic } from '../../base/diagnostic.ts';
import { aboutOf } from '../../spec/shape/place.ts';

type Definition = keyof (typeof SPEC_SCHEMA)['$defs'];

/** One finding per place and kind of mistake; empty when the document is valid. */
export function checkShape(
  document: SpecDocument,
  definition: Definition,
  profile: Profile = 'ext',
): readonly ShapeFinding[] {
  const { schema, fits } = profile === 'mcp' && Object.hasOwn(IMPORTED_SCHEMA.$defs, definition) ? IMPORTED : SPEC;
  if (fits.definition(definition)(document.value)) return [];
  return causes(faultsOf(schema, fits, definition, document.value)).map(({ path, error }, index) => {
    const unsound = isUnsound(error);
    return index < MAX_FINDINGS
      ? { path, diagnostic: explainShape(document, path, error), unsound }
      : { path, unsound };
  });
}

const SPEC = { schema: SPEC_SCHEMA, fits: compileFits(SPEC_SCHEMA) } as const;
const IMPORTED = { schema: IMPORTED_SCHEMA, fits: compileFits(IMPORTED_SCHEMA) } as const;

/** Whether a schema has the form that profile `ext` has. */
export function isAuthoredSchema(schema: unknown): boolean {
  return SPEC.fits.definition('schema')(schema);
}

/** A mistyped key causes an error about the intended key as well, and a wrong type one about each member; a wrong format does not. */
function isUnsound(error: ShapeError): boolean {
  if (error.keyword === 'additionalProperties') return meantKey(error) !== undefined;
  return ['required', 'type', 'enum', 'const'].includes(error.keyword);
}

/** More would not help, and a file can have as many mistakes as it has bytes. */
const MAX_FINDINGS = 200;

/** One mistake can break several keywords; only the most useful error is reported. */
function causes(faults: readonly Fault[]): Fault[] {
  const exact = faults.filter(({ error: { keyword } }) => keyword !== 'if' && keyword !== 'propertyNames');
  const having = (keyword: string, mark = (_error: ShapeError): string => ''): ReadonlySet<string> =>
    new Set(exact.filter(({ error }) => error.keyword === keyword).map(({ path, error }) => key(path, mark(error))));
  const wrongTypes = having('type');
  const empty = having('minLength');
  const meant = having('additionalProperties', (error) => String(meantKey(error)));
  return exact.filter(({ path, error: { keyword, params } }) => {
    if (keyword === 'required') return !meant.has(key(path, String(params['missingProperty'])));
    if (keyword === 'pattern' || keyword === 'format') return !empty.has(key(path, ''));
    return keyword !== 'enum' || !wrongTypes.has(key(path, ''));
  });
}

function key(path: NodePath, mark: string): string {
  return JSON.stringify([path, mark]);
}

/** What a check of a document's shape finds: a diagnostic at its place, and whether the part can be read. */
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
