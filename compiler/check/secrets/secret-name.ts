/** Whether a parameter asks for a secret: a key, a token or a password, not the number or position of tokens. */
// Missed: a plain `key`, abbreviations (`pat`) and other languages, unless the description says it.
import { isSecretProperty, mainType } from '@haft/runtime/language';
import type { ParamPart } from '../model.ts';
import { nameWords } from '../names/name-words.ts';
import { regex } from '../../terms.ts';

/** Words in the description of a plain `token` that mark it as harmless. */
const HARMLESS_TOKEN = regex('i')`
  \b(?:
    page|pages|pagination|paging|cursor|continu\w+|next|symbol|coin|crypto\w*|currency|contract|erc\d*|mint|
    word|lexical|vocabulary|text|sync
  )\b
`;

/** "API key of the bank.", "The user's password": what is wanted is a secret, whatever the parameter is called. */
const STATED_SECRET = regex('i')`
  ^\W*(?:(?:the|your|an?|my|their|valid|optional|personal|current|existing|account|admin|user|\w+['’]s)\s+){0,3}
  (?:\w+ )?(?:
    (?:API|access|auth(?:entication|orization)?|bearer|refresh|OAuth|login|private|signing|encryption|secret) (?:
      keys?|tokens?|credentials?|phrase
    )|
    (?:secret|access|login) code|passwords?|passphrase|(?:log-?in|sign-?in) (?:data|credentials?)|credentials|
    CVV|CVC|(?:card )?security code|one-time (?:code|password)|recovery (?:phrase|code)|seed phrase
  )\b(?!
    \s+(?:name|id|identifier|policy|length|strength|hint|reset|type|rules?|label|page|scheme|protect\w+|manager)\b
  )(?!['’])
`;
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
  if (!isSecretProperty(name) || /^name\b/i.test(description)) return false;
  return !/^tokens?$/i.test(name) || !HARMLESS_TOKEN.test(description);
}

function aboutSecrets(tool: string): boolean {
  return nameWords(tool).some(
    (word) => isSecretProperty(word) || /^(?:jwts?|tokens|passwords|keys?|signatures?)$/.test(word),
  );
}
