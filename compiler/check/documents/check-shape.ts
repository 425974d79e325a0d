/** Reports every deviation of a document from the shape of its kind, at its place. */
import type { NodePath, SpecDocument } from '../../spec/yaml/spec.ts';
import { explainShape, meantKey } from '../../spec/shape/explain-shape.ts';
import { faultsOf } from '../../spec/shape/faults.ts';
import type { Fault, ShapeError } from '../../spec/shape/faults.ts';
import { compileFits } from '../../spec/shape/fits.ts';
import { IMPORTED_SCHEMA } from './imported.ts';
import { SPEC_SCHEMA } from './language.ts';
import type { ShapeFinding } from './shape-finding.ts';
import type { Profile } from '../settings.ts';

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
    return index < MOST_FINDINGS
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
const MOST_FINDINGS = 200;

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
