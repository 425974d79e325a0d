/** Whether a parameter's name does not say what the value is. */
import type { ParamPart } from '../model.ts';
import type { Settings } from '../settings.ts';
import { nameWords, sentenceWords } from './name-words.ts';
import { stem } from './stem.ts';
import { GENERIC_NOUNS } from '../intended-type/count-lexicon.ts';
import { GENERIC_PARAMETERS } from './parameter-lexicon.ts';
import { snakeCase } from './snake-case.ts';

export function isGenericName({ name, tool, topLevel, spec }: ParamPart, { lexicon }: Settings): boolean {
  const whole = snakeCase(name);
  if (whole === 'id') return topLevel && !saysWhose(spec.description ?? '', tool.spec.name);
  const allowed = GENERIC_NOUNS.includes(whole) && !lexicon.genericNouns.has(whole);
  return GENERIC_PARAMETERS.has(whole) && !allowed;
}

/** `get_book(id)`: the tool names one kind of thing, and the description names it again. */
function saysWhose(description: string, tool: string): boolean {
  const nouns = new Set(nameWords(tool).slice(1).map(stem));
  return sentenceWords(description).some((word) => nouns.has(stem(word)));
}
