/** Values that a proof must not repeat: those written down for passwords, keys and tokens. */
import { isSecretProperty, type Json, type Schema } from '@haft/runtime/language';
import type { Witness } from '../change.ts';

/** Undefined if the example contains a secret. */
export function withoutSecrets(witness: Witness | undefined, roots: readonly Schema[]): Witness | undefined {
  const text = JSON.stringify([witness?.before, witness?.now]);
  const secrets = roots.flatMap((root) => secretsIn(root, false)).filter((secret) => text.includes(secret));
  return secrets.length > 0 ? undefined : witness;
}

/** As they stand in JSON, without the quotes. */
function secretsIn(value: Json, isInSecret: boolean): string[] {
  if (typeof value !== 'object' || value === null) return [];
  const isOwn = isInSecret || (!Array.isArray(value) && isSecret(value));
  return Object.entries<Json>(value).flatMap(([key, inner]) => {
    if (isOwn && GIVEN.has(key)) return textsOf(inner);
    return secretsIn(inner, isOwn || isSecretProperty(key));
  });
}

const GIVEN: ReadonlySet<string> = new Set(['default', 'examples', 'enum', 'const']);

/** Marked as not to be shown. */
export function isSecret(schema: object): boolean {
  const marks: Readonly<Record<string, unknown>> = { ...schema };
  return marks['x-secret'] === true || marks['writeOnly'] === true || marks['format'] === 'password';
}

function textsOf(value: Json): string[] {
  if (typeof value === 'string') return value === '' ? [] : [JSON.stringify(value).slice(1, -1)];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsOf) : [];
}
