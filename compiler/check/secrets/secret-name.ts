/** Whether a parameter asks for a secret: a key, a token or a password, not the number or position of tokens. */
import { mainType } from '@haft/runtime/language';
import type { ParamPart } from '../model.ts';
import { HARMLESS_TOKEN, SECRETS } from '../names/parameter-lexicon.ts';
import { nameWords } from '../names/name-words.ts';
import { snakeCase } from '../names/snake-case.ts';

/** In front of "token" they name a place in a list or a device, not a login. */
const HARMLESS_BEFORE: ReadonlySet<string> = new Set(
  'page next previous prev continuation continue cursor sync start resume end stop device push registration csrf sub unk pad mask'.split(
    ' ',
  ),
);

/** "API key of the bank.", "The user's password": what is wanted is a secret, whatever the parameter is called. */
const STATED_SECRET =
  /^\W*(?:(?:the|your|an?|my|their|valid|optional|personal|current|existing|account|admin|user|\w+['’]s)\s+){0,3}(?:\w+ )?(?:(?:API|access|auth(?:entication|orization)?|bearer|refresh|OAuth|login|private|signing|encryption|secret) (?:keys?|tokens?|credentials?|phrase)|(?:secret|access|login) code|passwords?|passphrase|(?:log-?in|sign-?in) (?:data|credentials?)|credentials|CVV|CVC|(?:card )?security code|one-time (?:code|password)|recovery (?:phrase|code)|seed phrase)\b(?!\s+(?:name|id|identifier|policy|length|strength|hint|reset|type|rules?|label|page|scheme|protect\w+|manager)\b)(?!['’])/i;
/** In capitals; a pin is on a map. */
const PIN = /^\W*(?:[\w'’]+\s+){0,3}PIN\b/;
const NAMED = /^\W*(?:\w+ ){0,3}(?:names?|ids?|identifiers?|titles?|labels?|kinds?|types?|numbers?)\b/i;

/** What a tool does with a secret that is its subject: `decode_jwt`, `check_password_strength`. */
const EXAMINES = /^(?:decode|inspect|parse|verify|validate|check|explain|analy[sz]e|test|hash|rate|measure|identify)$/;

export function isSecretName({ name, spec, tool }: ParamPart): boolean {
  const type = mainType(spec) ?? '';
  if (!['string', 'object', 'array'].includes(type)) return false;
  if (EXAMINES.test(nameWords(tool.spec.name)[0] ?? '') && aboutSecrets(tool.spec.name)) return false;
  const description = (spec.description ?? '').slice(0, 200);
  if (type === 'string' && (STATED_SECRET.test(description) || PIN.test(description)) && !NAMED.test(description))
    return true;
  const words = snakeCase(name).split('_');
  const [last = '', before = ''] = words.toReversed();
  if (!SECRETS.has(last) && ![2, 3].some((length) => SECRETS.has(words.slice(-length).join(' ')))) return false;
  if (/^name\b/i.test(spec.description ?? '') || HARMLESS_BEFORE.has(before)) return false;
  if (last !== 'token') return true;
  return words.length > 1
    ? SECRETS.has(words.slice(-2).join(' ')) || SECRETS.has(words.slice(-3).join(' '))
    : !HARMLESS_TOKEN.test(spec.description ?? '');
}

function aboutSecrets(tool: string): boolean {
  return nameWords(tool).some(
    (word) => SECRETS.has(word) || /^(?:jwts?|tokens|passwords|keys?|signatures?)$/.test(word),
  );
}
