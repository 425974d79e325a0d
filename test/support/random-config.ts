/** Random files of hosts in all three syntaxes, and random entries. */
import * as fc from 'fast-check';
import { stringify as stringifyToml } from 'smol-toml';
import { stringify } from 'yaml';
import type { FileSyntax } from '../../compiler/spec/hosts/config-file.ts';
import { anyUnicode } from './random-text.ts';

interface RandomConfig {
  readonly text: string;
  readonly container: readonly string[];
}

const KEY = fc.oneof(
  fc.constantFrom('a', 'b-c', 'mcp', 'servers', 'x.y', 'ü', 'constructor'),
  fc.string({ maxLength: 6 }),
);
const KEYS = KEY.filter((key) => key !== 'library' && key !== '__proto__' && key !== '<<');
const LEAF = fc.oneof(
  fc.string({ maxLength: 12 }),
  fc.integer(),
  fc.boolean(),
  fc.constantFrom('// x', '# y', '{', ']\n'),
);
const VALUE = fc.letrec((tie) => ({
  value: fc.oneof({ depthSize: 'small' }, LEAF, fc.array(LEAF, { maxLength: 3 }), tie('map')),
  map: fc.dictionary(KEYS, tie('value'), { maxKeys: 4, noNullPrototype: true }),
})).map;

export function anyConfig(format: FileSyntax): fc.Arbitrary<RandomConfig> {
  const container = fc.constantFrom(['mcpServers'], ['mcp', 'servers'], ['amp.mcpServers']);
  const servers = fc.option(VALUE, { nil: undefined });
  const layout = fc.record({
    seed: fc.array(fc.nat(9), { minLength: 40, maxLength: 40 }),
    indent: fc.constantFrom('', '\t', '  ', '    '),
    crlf: fc.boolean(),
  });
  return fc.tuple(VALUE, container, servers, layout).map(([rest, path, inner, { seed, indent, crlf }]) => {
    const value = inner === undefined ? rest : { ...(rest as object), ...(nest(path, inner) as object) };
    let drawn = 0;
    const next = (): number => seed[(drawn += 1) % seed.length] ?? 0;
    const text = print(format, value, indent, next);
    // A line end inside a text is part of it, and JSON has none there.
    return { container: path, text: crlf && format.syntax === 'json' ? text.replaceAll('\n', '\r\n') : text };
  });
}

export function anyEntry({ syntax }: FileSyntax): fc.Arbitrary<object> {
  const text = anyUnicode({ maxLength: 20 });
  const env = fc.dictionary(fc.stringMatching(/^[A-Z_]{1,8}$/), text, { maxKeys: 3, noNullPrototype: true });
  const entry = fc.record({ command: text, args: fc.array(text, { maxLength: 3 }), env, enabled: fc.boolean() });
  return syntax === 'toml' ? entry : fc.oneof(entry, fc.record({ transport: entry }));
}

function nest(path: readonly string[], value: unknown): unknown {
  return path.reduceRight((inner, key) => ({ [key]: inner }), value);
}

type Next = () => number;

function print(format: FileSyntax, value: unknown, indent: string, next: Next): string {
  if (format.syntax === 'toml') return comments(stringifyToml(value as object), '#', next);
  if (format.syntax === 'yaml')
    return stringify(value, { indent: Math.max(indent.length, 2), lineWidth: next() > 5 ? 0 : 40 });
  return printJson(value, indent, '', next);
}

/** Behind lines, where no text goes over more than one. */
function comments(text: string, mark: string, next: Next): string {
  if (text.includes('"""') || text.includes("'''")) return text;
  return text
    .split('\n')
    .map((line) => (line !== '' && next() > 7 ? `${line} ${mark} note [x]` : line))
    .join('\n');
}

/** With comments, trailing commas and odd white space between the tokens. */
function printJson(value: unknown, step: string, indent: string, next: Next): string {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return JSON.stringify(value);
  const inline = next() > 7;
  const inner = indent + step;
  const line = inline ? ['', ' ', '/* a */'][next() % 3] : `\n${inner}`;
  const members = Object.entries(value).map(([key, member]) => {
    return `${JSON.stringify(key)}:${next() > 4 ? ' ' : ''}${printJson(member, step, inner, next)}`;
  });
  const note = (): string => (next() > 7 ? (inline ? ' /* n } */' : ' // n }') : '');
  if (members.length === 0) return next() > 6 ? `{\n${indent}}` : next() > 7 ? '{ /* } */ }' : '{}';
  const body = members.map((member, index) => {
    const comma = index < members.length - 1 || next() > 7 ? ',' : '';
    return `${line}${member}${comma}${note()}`;
  });
  return `{${body.join('')}${inline ? '' : `\n${indent}`}}`;
}
