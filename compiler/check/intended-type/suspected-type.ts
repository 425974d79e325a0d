/** What a description lets one suspect of a text that is declared as anything: certain enough to ask, not to say. */
import type { Schema } from '@haft/runtime/language';
import type { ParamPart } from '../model.ts';
import type { Settings } from '../settings.ts';
import { FREE_TEXTS, MEASURES } from '../names/parameter-lexicon.ts';
import { isTruth } from './flag-like.ts';
import { meantBy, ownWords } from './intended-type.ts';
import { suspectedSet } from './suspected-set.ts';

export type Suspected =
  | { readonly type: 'integer' | 'boolean' }
  | { readonly type: 'enum'; readonly values: readonly string[] };

export function suspectedOf(param: ParamPart, settings: Settings): Suspected | undefined {
  const { spec } = param;
  if (spec.enum || meantBy(param, settings)) return undefined;
  const name = ownWords(param);
  const description = (spec.description ?? '').slice(0, 1000);
  if (spec.type === 'array') return listed(spec, description);
  if (spec.type === 'integer' && isTruthRange(spec)) return { type: 'boolean' };
  if ((spec.type === 'string' || spec.type === 'integer') && FLAG_TOLD.test(description)) return { type: 'boolean' };
  if (spec.type !== 'string') return undefined;
  if (isTruth(spec.default === undefined ? [] : [spec.default, opposite(spec.default)])) return { type: 'boolean' };
  const values = suspectedSet(description, { free: FREE_TEXTS.has(name.at(-1) ?? '') });
  if (values) return isTruth(values) ? { type: 'boolean' } : { type: 'enum', values };
  return counts(spec, name, description) ? { type: 'integer' } : undefined;
}

function listed({ items }: Schema, description: string): Suspected | undefined {
  if (items?.type !== 'string' || items.enum || items.description !== undefined) return undefined;
  const values = suspectedSet(description, { free: true });
  return values && { type: 'enum', values };
}

function isTruthRange({ minimum, maximum }: Schema): boolean {
  return minimum === 0 && maximum === 1;
}

function opposite(value: unknown): string {
  const pairs: Readonly<Record<string, string>> = {
    true: 'false',
    false: 'true',
    yes: 'no',
    no: 'yes',
    on: 'off',
    off: 'on',
  };
  return pairs[String(value)] ?? '';
}

/** Two words of which one is the other's opposite, and nothing else that may be given. */
const FLAG_TOLD = new RegExp(
  [
    `^\\W*(?:on or off|yes or no|true or false|y(?:es)?\\/no?|on\\/off|0 or 1|1 or 0|[ynt] or [ynf])\\b`,
    `[(:,]\\s*["'\`]?(?:on["'\`]? ?(?:\\/|\\||or) ?["'\`]?off|y(?:es)?["'\`]? ?(?:\\/|\\||or) ?["'\`]?no?|true["'\`]? ?(?:\\/|\\||or) ?["'\`]?false|[01]["'\`]? ?(?:\\/|\\||or) ?["'\`]?[01]|enabled?["'\`]? ?(?:\\/|\\||or) ?["'\`]?disabled?|t["'\`]? ?(?:\\/|\\||or) ?["'\`]?f)["'\`]?\\s*(?:[).,;]|$)`,
    `\\b(?:pass|set(?: it| this)?(?: to)?|use|give|send|write|say|put|type|answer)\\s+["'\`]?(?:yes|true|on|1|y|t)["'\`]?\\s+(?:to|if|when|for|in order|where)\\b`,
    `(?:^|[.,;:(]\\s*)["'\`]?(?:y|yes|true|on|1|0|no|off|n|false)["'\`]?\\s*(?:=|:|–|-|to|if|for|means|when)\\s+[^.]*?[,;.]\\s*(?:and |or |else )?["'\`]?(?:n|no|false|off|0|1|yes|y|on|true)["'\`]?\\s*(?:=|:|–|-|to|if|for|means|when|otherwise|not|else)?\\b`,
    `\\b(?:either )?(?:0 or 1|1 or 0|on or off|yes or no|switched on or off|turned on or off)\\s*(?:$|[.;)])`,
    `\\b(?:boolean|bool|truthy|flag (?:that|to|for|whether|saying|telling)|if (?:it is )?set,|(?:on|true|yes) by default|off by default)\\b`,
    `^(?:turn|switch)(?:s|es)? .{1,40}\\bon or off\\b|^(?:should|do|does|is|are|has|have|was) (?:the|it|they|a|an|there|this|to)\\b[^?]{0,60}\\?$`,
  ].join('|'),
  'i',
);

/** Digits and nothing else, too few to be an identifier, or as many as one likes. */
const DIGITS =
  /^\^?\(?(?:(?:\\d|\[0-9\])(?:[+*]|\{1,[1-5]\}|\{[12]\})?|\[1-9\](?:\\d|\[0-9\])?(?:[+*]|\{0,\d\})?)\)?\$?$/;
const IDENTIFIER =
  /\b(?:id|ids|code|phone|telephone|fax|postal|zip|postcode|isbn|issn|ean|pin|barcode|account|card|identifier|serial|version|year|date|time|hour|ticket number|invoice number|order number|house|number (?:of|on) (?:the|an?|this|your)\b|sku|doi|iban|digits? (?:code|number)|reference)\b/i;
const COUNT_TOLD =
  /\bhow (?:many|often|long in|far back in)\b|\bnumber of (?!the\b|an?\b|this\b|your\b|digits?\b)(?:\w+[ -]){0,3}?\w+s\b|\bnumber of (?:people|children|items|persons|men|women)\b|\bwhole number\b|\bas an? (?:whole )?(?:number|integer|int)\b|\bin (?:whole )?(?:pages|items|steps)\b|\b(?:last|first|top) N\b|\bcount of\b|\bamount of \w+s\b|\b(?:a|an|positive|non-?negative|numeric|integer) (?:integer|value between|count)\b|\b(?:between|from)\s+[01]\s+(?:and|to)\s+(?:[2-9]|\d{2,6})\b(?!\s?[%.\\d])|\b(?:at most|at least|up to|max(?:imum)?|min(?:imum)?)\s+(?:of\s+)?\d+\s*(?:$|[.,;)])/i;

function counts({ pattern, default: usual }: Schema, name: readonly string[], description: string): boolean {
  const identifies = IDENTIFIER.test(name.join(' ')) || IDENTIFIER.test(description);
  if (name.some((word) => MEASURES.has(word)) || identifies || NOT_WHOLE.test(description)) return false;
  return (
    COUNT_TOLD.test(description) ||
    (pattern !== undefined && DIGITS.test(pattern)) ||
    (typeof usual === 'string' && /^\d{1,5}$/.test(usual))
  );
}

const NOT_WHOLE =
  /\b(?:decimals?|fractions?|euros?|dollars?|percent|degrees|comma|separated|range|ranges|roman|words?|letters?|characters?|such as "\D|\d+\.\d+|(?:such as|for example|example|eg|like)\W+\d+\s?[-–]\s?\d+|HH|ISO|RFC|token|cursor)\b/i;
