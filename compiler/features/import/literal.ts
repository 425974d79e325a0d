/** Texts and names of a source that are safe in a spec: template literals, names of headers, parameters, servers and variables, free names, sentences that no rule rejects. */
import { wordSet } from '../../base/word-lists.ts';
import { HEADER_NAME } from '../../spec/shape/names.ts';
import { hiddenIn } from '../../check/analysis/hidden/hidden-text.ts';
import { secretInText } from '../../check/analysis/secrets/literal-secret.ts';
import { memoizeText } from '../../base/memo.ts';
import { snakeCase } from '../../check/analysis/names/name-words.ts';
import { HOSTS } from '../../spec/hosts/index.ts';

/** In templates these mean something else, or every object has them. */
const RESERVED = wordSet('env item response detail __proto__ constructor prototype');

/** Sentences that an import writes itself around values of the source: no rule about texts for a model rejects them. */
const ANY_SUBJECT: ReadonlySet<string> = new Set();

/** A sentence that is not harmless is left out: the value was not written for a model. */
export const isHarmless = memoizeText((sentence): boolean => {
  return hiddenIn(sentence, ANY_SUBJECT, 'tool') === undefined && secretInText(sentence) === undefined;
});

/** Whether a request can have a header of this name. */
const VALID = new RegExp(HEADER_NAME[0]);

/** The last part of a path, on any machine. */
export function baseName(path: string): string {
  return path.split(/[\\/]/).at(-1) ?? path;
}

/** Without an underscore at its end. */
export function cutName(name: string, max: number): string {
  return name.slice(0, max).replace(/(?<!_)_+$/, '');
}

/** `*` is any text. No regular expression: the text is the document's. */
export function fitsGlob(text: string, glob: string): boolean {
  const [first = '', ...rest] = glob.split('*');
  if (rest.length === 0) return text === first;
  if (!text.startsWith(first)) return false;
  let at = first.length;
  const last = rest.pop() ?? '';
  for (const part of rest) {
    const index = text.indexOf(part, at);
    if (index === -1) return false;
    at = index + part.length;
  }
  return text.length - last.length >= at && text.endsWith(last);
}

/** Braces are literal. */
export function literal(text: string): string {
  return text.replaceAll(/[{}]/g, '$&$&');
}

/** Characters that no path of an address has are percent-encoded. */
export function encodedPath(text: string): string {
  return text.replaceAll(/[\s"<>\\^`|]/g, (character) => encodeURIComponent(character));
}

export function isHeaderName(name: string): boolean {
  return VALID.test(name);
}

/** The texts of a server are those of all its tools: one that a rule rejects is left out. */
export function isRejected(text: string): boolean {
  const hidden = hiddenIn(text, ANY_SUBJECT, 'tool');
  return (hidden !== undefined && hidden.suspected !== true) || secretInText(text) !== undefined;
}

export function isTakenBy(parameters: object): (name: string) => boolean {
  return (name) => RESERVED.has(name) || Object.hasOwn(parameters, name);
}

/** Names that all models and templates accept. */
export function plainName(name: string): string {
  if (/^[A-Za-z_][A-Za-z0-9_]{0,63}$/.test(name)) return name;
  const bare = /[^A-Za-z0-9_]/.test(name) ? snakeCase(name.replaceAll(/[^A-Za-z0-9]+/g, '_')) : name;
  const cut = bare.slice(0, 60).replace(/(?<!_)_+$/, '');
  return /^[A-Za-z_]/.test(cut) ? cut : `value${cut === '' ? '' : `_${cut}`}`;
}

/** `name`, `name_2`, `name_3`, …; `numbered` writes the further ones. */
export function freeName(
  name: string,
  isTaken: (name: string) => boolean,
  numbered: (count: number) => string = (count) => `${name}_${count}`,
): string {
  let free = name;
  for (let count = 2; isTaken(free); count += 1) free = numbered(count);
  return free;
}

/** Each is free among those that it gave before; `mark` is before the number of a further one. */
export function distinctNames(mark = '_'): (wanted: string) => string {
  const inUse = new Set<string>();
  return (wanted) => {
    const name = freeName(
      wanted,
      (one) => inUse.has(one),
      (count) => `${wanted}${mark}${count}`,
    );
    inUse.add(name);
    return name;
  };
}

/** Characters; longer names leave too little for those of tools. */
const MAX_LENGTH = 24;

/** `Pet Store API (v3)` → pet-store. */
export function serverName(title: string): string {
  const words = snakeCase(title.normalize('NFKD').replaceAll(/\p{M}+|\([^()]*\)/gu, '')).split('_');
  const telling = words.filter((word) => word !== '' && !NOISE.has(word) && !/^v\d*$|^\d+$/.test(word));
  const used = telling.length > 0 ? telling : words.filter((word) => word !== '');
  let name = '';
  for (const word of used)
    if (name === '' || name.length + word.length < MAX_LENGTH) name = name === '' ? word : `${name}-${word}`;
  const cut = name.slice(0, MAX_LENGTH).replace(/(?<!-)-+$/, '') || 'service';
  return HOSTS.some(({ reservedServers }) => reservedServers?.includes(cut)) ? `${cut}-api` : cut;
}

const NOISE = wordSet(
  'api apis rest http web service services openapi swagger specification spec definition definitions public reference documentation the of for and version',
);

type Variable = {
  readonly description: string;
  readonly secret?: boolean;
  readonly optional?: boolean;
};

export type DeclaredVariables = ReturnType<typeof createEnvironment>;

export function createEnvironment() {
  const declared = new Map<string, Variable>();
  const names = new Map<string, string>();
  return {
    /** Declares it; the first description stays, and it is optional where all say so. */
    add(name: string, variable: Variable): void {
      const { optional, ...rest } = declared.get(name) ?? variable;
      declared.set(name, { ...rest, ...(optional && variable.optional && { optional }) });
    },
    /** The variable of a credential: always the same, and that of no other credential. */
    nameFor(credential: string, first: string, ...others: readonly string[]): string {
      const isTaken = (name: string): boolean => [...names.values()].includes(name);
      const wanted = [first, ...others].find((name) => !isTaken(name)) ?? freeName(first, isTaken);
      const name = names.get(credential) ?? wanted;
      names.set(credential, name);
      return name;
    },
    all: (): Readonly<Record<string, Variable>> => Object.fromEntries(declared),
  };
}

/** `pet-store` → PET_STORE. */
export function upperName(text: string): string {
  const name = snakeCase(text).toUpperCase();
  return /^[A-Z]/.test(name) ? name : `X_${name}`.replace(/(?<!_)_+$/, '');
}
