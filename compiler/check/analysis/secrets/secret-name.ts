/** Whether a parameter asks for a secret: a key, a token or a password, not the number or position of tokens. */
// Missed: a plain `key`, abbreviations (`pat`) and other languages, unless the description says it.
import { isSecretProperty, mainType } from '@haft/runtime/language';
import type { ParamPart } from '../../model.ts';
import { nameWords } from '../names/name-words.ts';
import { regex } from '../../../base/word-lists.ts';

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
  )\b(?=
    \W*$|['’]?[^\w\s'’]|
    \s+(?:of|for|to|from|that|which|who|used|with|in|on|by|is|are|was|as|at|and|or|you|issued|given|provided|generated|required)\b
  )
`;
/** In capitals; a pin is on a map. */
const PIN = /^\W*(?:[\w'’]+\s+){0,3}PIN\b/;
const NAMED = /^\W*(?:\w+ ){0,3}(?:names?|ids?|identifiers?|titles?|labels?|kinds?|types?|numbers?)\b/i;

/** "Indicates whether credentials must be discoverable.": a setting, which answers a question about secrets. */
const DECIDES = /^\W*(?:\w+s\s+)?whether\b/i;

/** What a tool does with a secret that is its subject: `decode_jwt`, `check_password_strength`. */
const EXAMINES = /^(?:decode|inspect|parse|verify|validate|check|explain|analy[sz]e|test|hash|rate|measure|identify)$/;

export function isSecretName({ name, spec, tool }: ParamPart): boolean {
  const { description = '' } = spec;
  return asksForSecret({
    name,
    description,
    type: mainType(spec) ?? '',
    tool: tool.spec.name,
    isListed: 'enum' in spec,
  });
}

/** A value that a caller gives, as its document describes it. */
interface AskedValue {
  readonly name: string;
  readonly description: string;
  /** Undefined where it says nothing about a secret, such as in a header. */
  readonly type: string | undefined;
  /** The name of its tool. */
  readonly tool: string;
  /** Whether the document lists its values: everybody knows them. */
  readonly isListed: boolean;
}

/** `isNamed` is the test of names in its place. */
export function asksForSecret(
  { name, description, type, tool, isListed }: AskedValue,
  isNamed = isSecretProperty,
): boolean {
  if (isListed || !['string', 'object', 'array', undefined].includes(type)) return false;
  if (EXAMINES.test(nameWords(tool)[0] ?? '') && aboutSecrets(tool)) return false;
  const text = description.slice(0, 200);
  if (type === 'string' && statesSecret(text) && !/(?:^|[_-])ids?$|[a-z]Ids?$/.test(name)) return true;
  if (!isNamed(name) || /^name\b/i.test(text) || DECIDES.test(text)) return false;
  // "Number of the account": it finds what belongs to the caller.
  if (/keys?$/i.test(name) && NAMED.test(text)) return false;
  return !/^tokens?$/i.test(name) || !HARMLESS_TOKEN.test(text);
}

/** Whether what is wanted is a secret, whatever it is called. */
function statesSecret(description: string): boolean {
  return (STATED_SECRET.test(description) || PIN.test(description)) && !NAMED.test(description);
}

function aboutSecrets(tool: string): boolean {
  return nameWords(tool).some(
    (word) => isSecretProperty(word) || /^(?:jwts?|tokens|passwords|keys?|signatures?)$/.test(word),
  );
}
