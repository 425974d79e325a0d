/** Does a document have the shape of its kind? Every deviation becomes a diagnostic at its place. */
import { Ajv2020 } from 'ajv/dist/2020.js';
import type { ErrorObject, ValidateFunction } from 'ajv/dist/2020.js';
import type { Diagnostic } from '../../diagnostic.ts';
import { invariant } from '../../diagnostic.ts';
import type { NodePath, SpecDocument } from '../../load/spec.ts';
import { explainShape, meantKey } from './explain-shape.ts';
import { compileFits, isDate } from './fits.ts';
import { IMPORTED_SCHEMA } from './imported.ts';
import { SPEC_SCHEMA } from './language.ts';
import type { Profile } from '../settings.ts';

export type Definition = keyof (typeof SPEC_SCHEMA)['$defs'];

export interface ShapeFinding {
  readonly path: NodePath;
  /** Absent where there are too many to tell: an author corrects the first ones. */
  readonly diagnostic?: Diagnostic;
  /** The part does not have its type: nothing more can be asked of it. */
  readonly unsound: boolean;
}

/** One finding a place and kind of mistake; empty when the document fits. */
export function checkShape(
  document: SpecDocument,
  definition: Definition,
  profile: Profile = 'ext',
): readonly ShapeFinding[] {
  const from = sourceOf(definition, profile);
  if (FITS[from](definition)(document.value)) return [];
  const validate = validatorOf(definition, from);
  if (validate(document.value)) return [];
  const errors = validate.errors ?? [];
  return causes(errors).map((error, index) => {
    const path = pathOf(error.instancePath, document.value);
    const unsound = isUnsound(error);
    return index < MOST_FINDINGS
      ? { path, diagnostic: explainShape(document, path, error), unsound }
      : { path, unsound };
  });
}

type Source = 'spec' | 'imported';

function sourceOf(definition: Definition, profile: Profile): Source {
  return profile === 'mcp' && Object.hasOwn(IMPORTED_SCHEMA.$defs, definition) ? 'imported' : 'spec';
}

const FITS = { spec: compileFits(SPEC_SCHEMA), imported: compileFits(IMPORTED_SCHEMA) } as const;

let ajv: Ajv2020 | undefined;

function validatorOf(definition: Definition, from: Source): ValidateFunction {
  // Built at the first mistake: it takes longer than everything else in a project without one.
  ajv ??= new Ajv2020({
    allErrors: true,
    verbose: true,
    allowUnionTypes: true,
    formats: { date: isDate },
    keywords: ['patternErrorMessage'],
  })
    .addSchema(SPEC_SCHEMA, 'spec')
    .addSchema(IMPORTED_SCHEMA, 'imported');
  const validate = ajv.getSchema(`${from}#/$defs/${definition}`);
  invariant(validate, `the spec schema defines "${definition}"`);
  return validate;
}

/** A mistyped key leaves the one it stands for empty, and a wrong type leaves a part without its own; a wrong form does not. */
function isUnsound(error: ErrorObject): boolean {
  if (error.keyword === 'additionalProperties') return meantKey(error) !== undefined;
  return ['required', 'type', 'enum', 'const'].includes(error.keyword);
}

/** More would not help, and a file can have as many mistakes as it has bytes. */
const MOST_FINDINGS = 200;

/** ajv tells one mistake several times over: the one telling that an author needs. */
function causes(errors: readonly ErrorObject[]): ErrorObject[] {
  const exact = errors.filter(({ keyword }) => keyword !== 'if' && keyword !== 'propertyNames');
  const wrongTypes = new Set(exact.filter(({ keyword }) => keyword === 'type').map(({ instancePath }) => instancePath));
  const empty = new Set(exact.filter(({ keyword }) => keyword === 'minLength').map(({ instancePath }) => instancePath));
  const meant = new Set(
    exact
      .filter(({ keyword }) => keyword === 'additionalProperties')
      .map((error) => `${error.instancePath} ${meantKey(error)}`),
  );
  return exact.filter(({ keyword, instancePath, params }) => {
    if (keyword === 'required') return !meant.has(`${instancePath} ${params['missingProperty']}`);
    if (keyword === 'pattern' || keyword === 'format') return !empty.has(instancePath);
    return keyword !== 'enum' || !wrongTypes.has(instancePath);
  });
}

/** ajv writes JSON pointers; list indexes become numbers again by what the document holds there. */
function pathOf(pointer: string, root: unknown): NodePath {
  let node: unknown = root;
  return pointer
    .split('/')
    .slice(1)
    .map((step) => {
      const key = step.replaceAll('~1', '/').replaceAll('~0', '~');
      const part = Array.isArray(node) ? Number(key) : key;
      node = typeof node === 'object' && node !== null ? Reflect.get(node, part) : undefined;
      return part;
    });
}
