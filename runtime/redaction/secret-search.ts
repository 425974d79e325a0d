/** The search for secrets in what leaves the server. */
import { decodedOr } from '../server/percent-encode.ts';
import type { EnvDescriptor } from '../descriptor/descriptor.ts';
import type { SetVariables } from '../server/environment.ts';
import { readEnvironment } from '../server/environment.ts';
import type { Redact, RedactFor } from './redact.ts';
import { redactBy } from './redact.ts';
import { formsOf } from './secret-forms.ts';
import type { SecretForm, SecretForms } from './secret-forms.ts';
import { withoutLineBreaks, withoutSeparators } from './joined-digits.ts';
import type { DigitSpan } from './joined-digits.ts';
import { rewriteJson } from '../language/json-text.ts';

/** Values of one to three characters occur everywhere: redaction would make all text unreadable. */
const SHORTEST = 4;

/** Characters of a secret in one search; the pieces of a longer one are secrets each. */
const PIECE = 1000;

/** Looks for the values of secret variables, for passwords in the addresses of others, and for `more`. */
export function createRedact(
  declared: Readonly<Record<string, EnvDescriptor>>,
  env: SetVariables,
  more: readonly string[] = [],
): Redact {
  const values = Object.entries(declared).flatMap(([name, { secret }]) => secretsIn(env[name] ?? '', secret));
  const secrets = [
    ...new Set([...values, ...more].map((value) => value.trim()).filter((one) => one.length >= SHORTEST)),
  ];
  if (secrets.length === 0) return redactBy(undefined);
  const cut = createCut(secrets);
  const numbers = new Set(secrets.filter((secret) => /^-?\d+(?:\.\d+)?$/.test(secret)));
  const jsonText = (text: string): string =>
    cut.isIn(text) ? redactJson(text, cut.from, (number) => numbers.has(number)) : text;
  return redactBy({ text: cut.from, jsonText });
}

/** Redacts the secrets of a server's environment, and the tokens of its clients. */
export const redactFor: RedactFor = ({ env }, variables, token = '') =>
  createRedact(env, readEnvironment(env, variables), [variables['HAFT_TOKEN'] ?? '', token]);

/** A password in an address is a secret, whatever the variable is; a scheme before a secret is not part of it. */
function secretsIn(value: string, secret: boolean): readonly string[] {
  const [, password = ''] = /^[a-z][a-z\d+.-]*:\/\/[^/?#@:]*:([^/?#]*)@/i.exec(value) ?? [];
  const [, bare = ''] = /^(?:Bearer|Basic|Token) +(\S+)$/i.exec(value) ?? [];
  return [...(secret ? [value, bare] : []), password, decodedOr(password)];
}

interface Cut {
  readonly isIn: (text: string) => boolean;
  readonly from: (text: string) => string;
}

/** One search for all secrets, the longest first: one may be a prefix of another. */
function createCut(secrets: readonly string[]): Cut {
  const pieces = secrets
    .toSorted((left, right) => right.length - left.length)
    .flatMap((secret) => secret.match(new RegExp(`[^]{1,${PIECE}}`, 'gu')) ?? [])
    .filter((piece) => piece.length >= SHORTEST);
  const find = searchFor(pieces.map(formsOf));
  const least = Math.max(LEAST, Math.min(...pieces.map(({ length }) => length)));
  const all = (text: string): DigitSpan[] => [
    ...find(text),
    ...[withoutLineBreaks(text), withoutSeparators(text, least)].flatMap((layer) =>
      layer === undefined ? [] : find(layer.text).map(layer.above),
    ),
  ];
  return {
    isIn: (text) => all(text).length > 0,
    from: (text) => cutOut(text, all(text)),
  };
}

/** Bytes of a secret that is looked for between digits with something between them. */
const LEAST = 8;

function searchFor(forms: readonly SecretForms[]): (text: string) => DigitSpan[] {
  const plain = forms.flatMap((form) => form.plain);
  const base64 = forms.flatMap((form) => form.base64);
  const needles = [...new Set([...plain, ...base64].map(({ needle }) => needle))];
  const source = (all: readonly SecretForm[]): string => all.map((form) => form.source).join('|');
  const every = new RegExp(`${source(plain)}|(${source(base64)})`, 'gu');
  return (text) => (needles.some((needle) => text.includes(needle)) ? matchesOf(text, every) : []);
}

/** Matches may overlap, as those of "abab" in "ababab" do: everything that is part of one goes. */
function matchesOf(text: string, every: RegExp): DigitSpan[] {
  const spans: DigitSpan[] = [];
  every.lastIndex = 0;
  for (let match = every.exec(text); match !== null; match = every.exec(text)) {
    const { 0: found, 1: base64, index } = match;
    spans.push({ start: index, end: index + found.length, fill: base64?.replaceAll(/%2[BbFf]|\\\//g, '+').length });
    every.lastIndex = index + 1;
  }
  return spans;
}

function cutOut(text: string, spans: readonly DigitSpan[]): string {
  let output = '';
  let end = 0;
  for (const span of spans.toSorted((left, right) => left.start - right.start || right.end - left.end)) {
    if (span.start >= end) output += text.slice(end, span.start) + (span.fill ? filler(span.fill) : '[redacted]');
    end = Math.max(end, span.end);
  }
  return output + text.slice(end);
}

/** As long as the base64 that it replaces: the rest of an image or a file can still be decoded. */
function filler(length: number): string {
  return 'REDACTED'.repeat(Math.ceil(length / 8)).slice(0, length);
}

/** Every string by `redact`; a number that is a secret as a whole becomes a string. */
function redactJson(text: string, redact: (text: string) => string, isSecret: (number: string) => boolean): string {
  const string = (literal: string): string => {
    const decoded: string = JSON.parse(literal);
    return JSON.stringify(redact(decoded));
  };
  const outside = (part: string): string =>
    part.replaceAll(/-?\d[\d.eE+-]*/g, (number) => (isSecret(number) ? '"[redacted]"' : number));
  return rewriteJson(text, string, outside);
}
