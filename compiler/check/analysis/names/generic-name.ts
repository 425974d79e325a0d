/** Whether a parameter's name does not say what the value is. */
import type { Schema } from '@haft/runtime/language';
import type { ParamPart } from '../../model.ts';
import type { Settings } from '../../settings.ts';
import { nameWords, sentenceWords } from './name-words.ts';
import { stem } from './stem.ts';
import { GENERIC_NOUNS, GENERIC_PARAMETERS } from './lexicon.ts';
import { snakeCase } from './snake-case.ts';
import { regex } from '../../../base/word-lists.ts';

export function isGenericName({ name, tool, topLevel, spec }: ParamPart, { lexicon }: Settings): boolean {
  const whole = snakeCase(name);
  if (whole === 'id') return topLevel && !namesOwner(spec.description ?? '', tool.spec.name);
  if (/^[a-z]$/.test(whole)) return topLevel && !isTerm(whole, tool.spec.parameters ?? {});
  const base = /^([a-z_]*[a-z])_?\d+$/.exec(whole)?.[1] ?? whole;
  if (NUMBERED.test(whole) || (base !== whole && GENERIC_PARAMETERS.has(base))) return true;
  const allowed = GENERIC_NOUNS.includes(whole) && !lexicon.genericNouns.has(whole);
  return GENERIC_PARAMETERS.has(whole) && !allowed;
}

/** With a number behind them they say no more: `arg1`, `id2`; `line_2` of an address does. */
const NUMBERED = regex()`
  ^(?:
    id|key|val|prm|text|word|name|obj|num|str|var|x|y|a|b|thing|field|first|second|string|file|list|opt|option|
    entity|record|element|resource|filter|type|date|user
  )_?\d+$|
  ^(?:arg|args|argument|param|parameter|prm|val|value|var|opt|thing|obj|object|item|input)_
  (?:[a-z]|one|two|three|first|second)$
`;

/** One of the numbers of a formula, or of the coordinates of a point. */
function isTerm(letter: string, parameters: Readonly<Record<string, Schema>>): boolean {
  const letters = Object.entries(parameters).filter(([name]) => /^[a-z]$/.test(name));
  return letters.length > 1 && ['integer', 'number'].includes(String(parameters[letter]?.type));
}

/** `get_book(id)`: the tool names one kind of thing, and the description names it again. */
function namesOwner(description: string, tool: string): boolean {
  const nouns = new Set(nameWords(tool).slice(1).map(stem));
  return sentenceWords(description).some((word) => nouns.has(stem(word)));
}
