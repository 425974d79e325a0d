/** Does a document have the shape of its kind? Every deviation becomes a diagnostic at its place. */
import { Ajv2020 } from 'ajv/dist/2020.js';
import type { ErrorObject, ValidateFunction } from 'ajv/dist/2020.js';
import type { Diagnostic } from '../../diagnostic.ts';
import { invariant } from '../../diagnostic.ts';
import type { NodePath, SpecDocument } from '../../load/spec.ts';
import { explainShape } from './explain-shape.ts';
import { SPEC_SCHEMA } from './language.ts';

export type Definition = keyof (typeof SPEC_SCHEMA)['$defs'];

export interface ShapeFinding {
  readonly path: NodePath;
  readonly diagnostic: Diagnostic;
}

/** One finding a place and kind of mistake; empty when the document fits. */
export function checkShape(document: SpecDocument, definition: Definition): readonly ShapeFinding[] {
  const validate = validatorOf(definition);
  if (validate(document.value)) return [];
  return (validate.errors ?? []).filter(isCause).map((error) => {
    const path = pathOf(error.instancePath, document.value);
    return { path, diagnostic: explainShape(document, path, error) };
  });
}

let ajv: Ajv2020 | undefined;

function validatorOf(definition: Definition): ValidateFunction {
  // Built at the first spec: commands that read none do not pay for it.
  ajv ??= new Ajv2020({
    allErrors: true,
    verbose: true,
    allowUnionTypes: true,
    keywords: ['patternErrorMessage'],
  }).addSchema(SPEC_SCHEMA, 'spec');
  const validate = ajv.getSchema(`spec#/$defs/${definition}`);
  invariant(validate, `the spec schema defines "${definition}"`);
  return validate;
}

/** `if` and `propertyNames` only repeat what a nested error says exactly. */
function isCause(error: ErrorObject): boolean {
  return error.keyword !== 'if' && error.keyword !== 'propertyNames';
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
