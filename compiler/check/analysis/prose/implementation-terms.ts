/** Whether a text describes the implementation of a tool. */
import { memoizeBy } from '../../../base/memo.ts';
import type { Schema } from '@haft/runtime/language';
import type { NodePath } from '../../../spec/yaml/spec.ts';
import type { ToolPart } from '../../model.ts';
import { ADDRESS, AS_EXAMPLE, INSIDES } from './implementation-lexicon.ts';
import type { Inside } from './implementation-lexicon.ts';
import { domainStems } from './server-terms.ts';
import { nameWords } from '../names/name-words.ts';
import { stem } from '../names/stem.ts';
import { regex, wordList } from '../../../base/word-lists.ts';

interface DescribedText {
  readonly path: NodePath;
  readonly text: string;
  readonly of: 'description' | 'request' | 'parameter';
  /** The parameter's own name. */
  readonly name: string;
}

/** The phrase that mentions the implementation. */
export function insideOf({ text, of, name: written }: DescribedText, tool: ToolPart): string | undefined {
  if (!TRIGGERS.test(text)) return undefined;
  const name = nameWords(written).map(stem);
  const subject = subjectOf(tool);
  for (const { pattern, unless, onlyDescriptions } of STEMMED) {
    const [phrase] = pattern.exec(text) ?? [];
    if (phrase === undefined || (onlyDescriptions && of !== 'description')) continue;
    if (!unless.some((word) => subject.has(word) || name.includes(word))) return phrase.trim();
  }
  return of === 'request' ? undefined : ownAddress(text, name);
}

interface Stemmed extends Omit<Inside, 'unless'> {
  readonly unless: readonly string[];
}

const STEMMED = INSIDES.map(stemmed);

/** With the stems that `subject` has. */
function stemmed({ unless, ...inside }: Inside): Stemmed {
  return { ...inside, unless: wordList(unless).map(stem) };
}

/** A text without any of these needs no further search. */
const TRIGGERS = regex('i')`
  \/[a-z{:/]|\b(?:GET|POST|PUT|PATCH|DELETE)\s|end[- ]?point|\bREST|\bHTTP|\bAPI|\bSDK|graphql|json|xml|\bSQL\b|
  SELECT|INSERT|request|response|database|\stables?\b|under the hood|microservice|procedure|back-?end
`;

/** An address that is neither an example nor the value of a parameter for addresses. */
function ownAddress(text: string, name: readonly string[]): string | undefined {
  const found = ADDRESS.exec(text);
  if (!found || ADDRESSES.some((word) => name.includes(word))) return undefined;
  return AS_EXAMPLE.test(text.slice(0, found.index)) || /["'`(]$/.test(text.slice(0, found.index))
    ? undefined
    : found[0];
}

const ADDRESSES = wordList('url uri link href address website site page domain webhook feed source').map(stem);

/** Parameters of these names make it the user's own subject; a `query` or `url` does not. */
const OWN_SUBJECTS: ReadonlySet<string> = new Set(['sql', 'endpoint', 'graphql', 'json', 'xml', 'webhook', 'curl']);

/** What the server and the tool are about, by their names and the names of the parameters. */
export const subjectOf = memoizeBy(({ spec, server }: ToolPart): ReadonlySet<string> => {
  const parameters = Object.keys(spec.parameters ?? {}).flatMap(nameWords);
  const own = parameters.filter((word) => OWN_SUBJECTS.has(word));
  return new Set([...[...nameWords(spec.name), ...own].map(stem), ...(server ? domainStems(server) : [])]);
});

export const describedTexts = memoizeBy(({ spec }: ToolPart): readonly DescribedText[] => {
  const { does, when, limits = [], instead = [], examples = [] } = spec.description;
  const base = ['description'];
  return [
    { path: [...base, 'does'], text: does, of: 'description', name: '' },
    { path: [...base, 'when'], text: when, of: 'description', name: '' },
    ...limits.map((text, at): DescribedText => ({ path: [...base, 'limits', at], text, of: 'description', name: '' })),
    ...instead.map(({ case: text }, at): DescribedText => {
      return { path: [...base, 'instead', at, 'case'], text, of: 'description', name: '' };
    }),
    ...examples.map((text, at): DescribedText => ({ path: [...base, 'examples', at], text, of: 'request', name: '' })),
    ...Object.entries(spec.parameters ?? {}).flatMap(([key, schema]) => described(key, schema, ['parameters', key])),
  ];
});

function described(key: string, schema: Schema, path: NodePath): DescribedText[] {
  const { description: text, properties = {}, items } = schema;
  return [
    ...(text === undefined ? [] : [{ path: [...path, 'description'], text, of: 'parameter' as const, name: key }]),
    ...Object.entries(properties).flatMap(([inner, one]) => described(inner, one, [...path, 'properties', inner])),
    ...(items ? described(key, items, [...path, 'items']) : []),
  ];
}
