/** Whether a parameter asks for a secret: a key, a token or a password, not the number or position of tokens. */
import { mainType } from '@haft/runtime/language';
import type { ParamPart } from '../model.ts';
import { HARMLESS_TOKEN, SECRETS } from '../names/parameter-lexicon.ts';
import { snakeCase } from '../names/snake-case.ts';

/** In front of "token" they name a place in a list or a device, not a login. */
const HARMLESS_BEFORE: ReadonlySet<string> = new Set(
  'page next previous prev continuation continue cursor sync start resume end stop device push registration csrf sub unk pad mask'.split(
    ' ',
  ),
);

export function isSecretName({ name, spec }: ParamPart): boolean {
  if (!['string', 'object', 'array'].includes(mainType(spec) ?? '')) return false;
  const words = snakeCase(name).split('_');
  const [last = '', before = ''] = words.toReversed();
  if (!SECRETS.has(last) && ![2, 3].some((length) => SECRETS.has(words.slice(-length).join(' ')))) return false;
  if (/^name\b/i.test(spec.description ?? '') || HARMLESS_BEFORE.has(before)) return false;
  if (last !== 'token') return true;
  return words.length > 1
    ? SECRETS.has(words.slice(-2).join(' ')) || SECRETS.has(words.slice(-3).join(' '))
    : !HARMLESS_TOKEN.test(spec.description ?? '');
}
