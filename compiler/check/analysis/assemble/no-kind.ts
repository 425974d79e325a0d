/** The diagnostic for a document without a valid `kind`. */
import { nearest } from '@haft/runtime/language';
import type { Diagnostic } from '../../../base/diagnostic.ts';
import type { SpecDocument } from '../../../spec/yaml/spec.ts';
import { KINDS } from '../../documents/language.ts';
import { textAt, valueAt } from '../../../spec/shape/place.ts';

export function noKind(document: SpecDocument): Diagnostic {
  const kind = valueAt(document.value, 'kind');
  const guess = nearest(textAt(document.value, 'kind') ?? '', KINDS) ?? meantKind(document.value);
  const isMap = typeof document.value === 'object' && !Array.isArray(document.value);
  return {
    code: 'spec/kind',
    severity: 'error',
    message: isMap ? kindMessage(kind) : 'This document is not a map.',
    span: document.at(kind === undefined ? [] : ['kind']),
    about: { path: kind === undefined ? [] : ['kind'] },
    hint: guess ? `Did you mean "${guess}"?` : `Start the document with \`kind:\` and one of ${KINDS.join(', ')}.`,
  };
}

/** `Kind:` or `knid:` instead of `kind:`. */
function meantKind(value: unknown): string | undefined {
  const keys = typeof value === 'object' && value !== null ? Object.keys(value) : [];
  return keys.some((key) => key !== 'kind' && nearest(key, ['kind']) !== undefined) ? 'kind:' : undefined;
}

function kindMessage(kind: unknown): string {
  return kind === undefined ? 'This document has no `kind`.' : `Unknown kind ${JSON.stringify(kind)}.`;
}
