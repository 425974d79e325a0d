/** Random layouts, which print a project as YAML; the layout is no part of the meaning. */
import { isDeepStrictEqual } from 'node:util';
import * as fc from 'fast-check';
import { Document, Pair, Scalar, isCollection, isMap, isScalar, parseDocument, visit } from 'yaml';
import type { SourceFile } from '../../compiler/base/diagnostic.ts';
import type { Json } from '../../runtime/language/json.ts';
import type { RandomProject } from './random-spec.ts';

/** Each choice of a layout is made by `seed`; the chances say how often it is the unusual one, so that 0 is plain. */
export interface Layout {
  readonly seed: number;
  readonly flow: number;
  readonly quoted: number;
  readonly comments: number;
  readonly shuffled: boolean;
  readonly apart: number;
  readonly files: 'one' | 'by-server' | 'each';
  readonly indent: number;
  readonly lineWidth: number;
  readonly ending: '\n' | '\r\n';
}

export function anyLayout(): fc.Arbitrary<Layout> {
  const chance = fc.constantFrom(0, 0.1, 0.4, 0.9);
  return fc.record({
    seed: fc.nat(),
    flow: chance,
    quoted: chance,
    comments: fc.constantFrom(0, 0.05, 0.3),
    shuffled: fc.boolean(),
    apart: chance,
    files: fc.constantFrom<Layout['files'][]>('one', 'by-server', 'each'),
    indent: fc.integer({ min: 1, max: 5 }),
    lineWidth: fc.constantFrom(0, 0, 40, 100),
    ending: fc.constantFrom<Layout['ending'][]>('\n', '\n', '\n', '\r\n'),
  });
}

const FOLDERS = ['library', 'farm-shop', 'town-hall'] as const;

/** The project as files. Tools that stand apart name their server, except where it is the only one of their folder. */
export function print({ servers, skills }: RandomProject, layout: Layout): SourceFile[] {
  // Places and looks are drawn apart: two layouts of one seed put the same things into the same files.
  const random = randomOf(layout.seed);
  const looks = randomOf(layout.seed + 1);
  const byFolder = layout.files === 'by-server';
  const files = new Map<string, string[]>();
  const add = (path: string, value: Json): void => {
    files.set(path, [...(files.get(path) ?? []), printDocument(value, layout, looks)]);
  };
  for (const [index, { server, tools }] of servers.entries()) {
    const name = FOLDERS[index] ?? 'more';
    const folder = byFolder ? `specs/${name}` : 'specs';
    const inline = tools.filter(() => random() >= layout.apart);
    const apart = tools.filter((tool) => !inline.includes(tool));
    const own = layout.files === 'one' ? 'specs/all.yaml' : `${folder}/${name}.yaml`;
    add(own, { ...server, ...(inline.length > 0 && { tools: inline }) });
    for (const [at, tool] of apart.entries()) {
      const path = layout.files === 'one' ? own : random() < 0.5 ? own : `${folder}/tool-${index}-${at}.yaml`;
      const mayOmit = byFolder || servers.length === 1;
      const whose = mayOmit && random() < 0.5 ? {} : { server: server['name'] ?? null };
      add(path, { kind: 'tool', ...whose, ...tool });
    }
  }
  for (const [at, skill] of skills.entries())
    add(
      layout.files === 'each'
        ? `specs/skill-${at}.yaml`
        : layout.files === 'one'
          ? 'specs/all.yaml'
          : 'specs/skills.yaml',
      skill,
    );
  return [...files].map(([path, documents]) => ({ path, text: documents.join(`---${layout.ending}`) }));
}

/** One document; every comment in it is `# remark` and a number that no other document of the project has. */
export function printDocument(value: Json, layout: Layout, random: () => number = randomOf(layout.seed)): string {
  const document = new Document(layout.shuffled ? shuffledKeys(value, random) : value, {
    aliasDuplicateObjects: false,
  });
  const remark = (): string => ` remark ${Math.floor(random() * 1e9)};`;
  visit(document, {
    Scalar(key, node) {
      if (typeof node.value !== 'string' || random() >= layout.quoted) return;
      // The library prints a map behind a key of several lines at the wrong column, and a comment into an empty block.
      node.type = pick(
        key === 'key' || !/^\S[^\n]*\S\n?$/.test(node.value)
          ? QUOTED
          : [...QUOTED, Scalar.BLOCK_LITERAL, Scalar.BLOCK_FOLDED],
        random,
      );
    },
    Collection(_key, node) {
      if (node.items.length > 0 && random() < layout.flow) node.flow = true;
      for (const item of node.items) {
        const target = item instanceof Pair ? item.key : item;
        if (isScalar(target) && random() < layout.comments) target.commentBefore = remark();
        const behind = item instanceof Pair ? item.value : item;
        if (isScalar(behind) && random() < layout.comments) behind.comment = remark();
      }
    },
  });
  if (isCollection(document.contents)) document.contents.flow = isMap(document.contents) && random() < layout.flow / 4;
  if (random() < layout.comments) document.commentBefore = remark();
  const written = (lineWidth: number): string => {
    return document.toString({
      indent: layout.indent,
      lineWidth,
      indentSeq: layout.seed % 2 === 0,
      flowCollectionPadding: layout.seed % 3 !== 0,
    });
  };
  const folded = written(layout.lineWidth);
  // Where hardly any width is left, the library folds a text into another one (yaml 2.x).
  const text = layout.lineWidth === 0 || readsAs(folded, value) ? folded : written(0);
  return layout.ending === '\n' ? text : text.replaceAll('\n', layout.ending);
}

function readsAs(text: string, value: Json): boolean {
  const read = parseDocument(text, { uniqueKeys: false });
  return read.errors.length === 0 && isDeepStrictEqual(read.toJS(), structuredClone(value));
}

const QUOTED: readonly [Scalar.Type, ...Scalar.Type[]] = [Scalar.QUOTE_DOUBLE, Scalar.QUOTE_SINGLE];

function pick<T>(items: readonly [T, ...T[]], random: () => number): T {
  return items[Math.floor(random() * items.length)] ?? items[0];
}

function shuffledKeys(value: Json, random: () => number): Json {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map((item: Json) => shuffledKeys(item, random));
  const entries = Object.entries(value).map(([key, inner]) => [random(), key, shuffledKeys(inner, random)] as const);
  return Object.fromEntries(entries.sort(([a], [b]) => a - b).map(([, key, inner]) => [key, inner]));
}

/** mulberry32: the same numbers for the same seed, on every machine. */
function randomOf(seed: number): () => number {
  let state = seed | 0;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
