/** How sentences are written that people and models read: whole, plain, short. */
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { proseReads } from './support/read-prose.ts';
import { literalsIn, sentencesIn } from './support/sentences.ts';
import type { Sentence } from './support/sentences.ts';

const ROOT = join(import.meta.dirname, '..');
const LONGEST = 160;
/** Machines are no people, nothing stands or comes, and one thing has one name. */
const STOP =
  /(?<![/\w-])(?:came|stands|nobody|whoever|somebody|other side|of today|no words|another form|is told|neighbou?rs?|neighbou?ring|graver|anew|refuses?|refused|begins?|behaviours?|colours?|switched off|the world|beside|goes on|all the same|nowhere|other way round|speaks?|tells|told|anybody|takes? out|taken out)(?![\w-])|"haft [a-z]+"/i;
/** Comments say what a thing is and why, in the terms of the glossary: no riddles. */
const COMMENT_STOP =
  /(?<![/\w"`-])(?:came|stands|nobody|whoever|somebody|anybody|other side|of today|has no words|grave(?:r|st)|anew|past praying|nothing where|comes of it|what is of|(?:came|became|becomes) of)(?![\w"-])/i;
/** The first lines of files are what most people read of them. */
const HEAD_STOP =
  /(?<![/\w"`-])(?:stand|is told|are told|told from|beside|bears?|refuse[sd]?|begins?|the world|not there|is there|is none|are none|speaks? of|taken for|as it stands|of its own|of their own|what they ask|everything there is)(?![\w"-])/i;
/** Names say what a value is, not what was done with it. */
const NAME_STOP =
  /\b(?:const|let|function|interface|type|readonly)\s+(?:\[)?((?:\w*(?:Told|Said|Kept|Beside|Came|Went|Workshop|Machine|Seen|Wishes|Standing)|tells?(?=[A-Z])|says(?=[A-Z])|wishes|standing|unsaid|unspoken|told|said|kept|beside|came|went|workshop|machine|ways?|Ways?)(?:[A-Z]\w*)?)\b/;
/** A symptom: `env:` beside `url:`. */
const NAMES: ReadonlySet<string> = new Set(['envBesideUrl', 'refusesEnvBesideUrl']);
/** Word lists and readers of texts, in which these words are data. */
const DATA =
  /lexicon|synonyms\.ts$|verbs\.ts$|interpreters\.ts$|injections\.ts$|stop-words\.ts$|\/(?:prose|names|hidden|program|similar|secrets|intended-type|patterns)\//;

function problemsOf(sentence: Sentence): string[] {
  const { file, line, kind, text } = sentence;
  const length = text.replaceAll('…', '').length;
  const isClause = CLAUSES.test(file);
  const wrong = [
    !isClause && !/^[A-Z"`“…{]/.test(text) && 'starts small',
    !isClause && !/[.?…]\s*$|[.?]["”)`]$/.test(text) && 'has no end',
    length > LONGEST && `has ${length} characters`,
  ].filter((one) => one !== false);
  return [...wrong, ...plainness(text)].map((one) => `${file}:${line} ${kind} ${one}: ${text}`);
}

function plainness(text: string): string[] {
  const stop = STOP.exec(text)?.[0];
  return [
    ...(stop === undefined ? [] : [`says "${stop}"`]),
    ...(/[^\s|] {2,}[^\s|]/.test(text.replaceAll('\n', '|')) && !/^ | {3}/.test(text) ? ['has a doubled blank'] : []),
  ];
}

const SOURCES = ['compiler', 'runtime'].flatMap((folder) => {
  const paths = readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' });
  return paths
    .map((path) => `${folder}/${path.replaceAll('\\', '/')}`)
    .filter((path) => /(?<!\.d|\.generated)\.ts$/.test(path) && !/\/(?:dist|node_modules)\//.test(path))
    .map((path) => ({ path, text: readFileSync(join(ROOT, path), 'utf8') }));
});

/** Clauses, which another sentence goes on with: after the path of an argument, before a code, inside a message. */
const CLAUSES =
  /^(?:runtime\/language\/|runtime\/behaviors\/http\/unreachable\.ts$|compiler\/check\/analysis\/prose\/effects\.ts$|compiler\/spec\/behaviors\/(?:file|http)\.ts$)/;
/** The header of generated files, which is part of their bytes; a citation of EXT. */
const VERBATIM = /^(?:compiler\/emit\/server\/header\.ts|compiler\/check\/rules\/tool\/instead\.ts)$/;

/** What starts a sentence in code: to parse the files without it takes half of the time. */
const SENTENCE =
  /\b(?:says|why|next|hint|message|error|retry_hint|summary|words)['"]?\s*[:=]|\b(?:report|finding|Failure)\(|^compiler\/(?:spec\/shape|check\/documents)\//m;

test('every sentence is whole, plain and short', () => {
  const all = SOURCES.filter(({ path, text }) => SENTENCE.test(`${path}\n${text}`)).flatMap(({ path, text }) =>
    sentencesIn(path, text),
  );
  expect(all.length).toBeGreaterThan(700);
  expect(all.flatMap(problemsOf)).toEqual([]);
});

test('no text at all has words of the stop list', () => {
  const suspects = SOURCES.filter(({ path, text }) => !DATA.test(path) && !VERBATIM.test(path) && STOP.test(text));
  expect(suspects.length).toBeGreaterThan(20);
  const all = suspects.flatMap(({ path, text }) => literalsIn(path, text));
  const bad = all.filter(({ text }) => STOP.test(text)).map(({ file, line, text }) => `${file}:${line} ${text}`);
  expect(bad).toEqual([]);
});

const READS_PROSE = /\.(?:message|hint|says|why|remedy|summary|retry_hint)\b|\bmessage\b|\.replace/;

/** Messages of the TypeScript compiler and of the API of a vendor, which are all there is to go by. */
const FOREIGN_TEXTS = /^compiler\/(?:edge\/handlers\/check-types|features\/evals\/online\/engines\/openai)\.ts$/;

test('no code compares or edits a sentence of Haft', () => {
  const suspects = SOURCES.filter(({ path, text }) => READS_PROSE.test(text) && !FOREIGN_TEXTS.test(path));
  expect(suspects.length).toBeGreaterThan(100);
  expect(suspects.flatMap(({ path, text }) => proseReads(path, text))).toEqual([]);
});

test.each([
  "one.message === 'It is unused.'",
  'known.has(`${code} ${file} ${message}`)',
  'all.filter(({ message }) => message.startsWith(name))',
  "text.replace('; move it away', '')",
  '/unused/.test(one.hint ?? hint)',
  "problem.message.trim().replace(/\\.$/, '')",
])('code that reads prose is seen: %s', (code) => {
  expect(proseReads('example.ts', code)).toHaveLength(1);
});

test('no declared name is one of a private vocabulary', () => {
  const bad = SOURCES.flatMap(({ path, text }) =>
    text.split('\n').flatMap((line, index) => {
      const name = NAME_STOP.exec(line)?.[1];
      return name === undefined || NAMES.has(name) ? [] : [`${path}:${index + 1} ${name}`];
    }),
  );
  expect(bad).toEqual([]);
});

/** `-ed`, and the irregular ones that were in use. */
const PARTICIPLE =
  /^(?:[a-z]+ed|made|given|kept|left|shown|known|found|written|seen|told|chosen|held|hidden|lost|sent|heard|built|put)$/;
/** `slashed` and `located` are of long use; `Located` and `Redacted` say what a thing is wherever it goes; `Compiled` is a name of the library. */
const FIELD_TERMS: ReadonlySet<string> = new Set(['slashed', 'located', 'Located', 'Redacted', 'Compiled']);

/** The values that had no other name than what was done with them; a value is named for what it holds. */
const BARE = /\b(?:const|let) (found|known|made|given|kept|told|seen|shown|taken|asked)(?= =|: | of )/g;

test('no value is named by what was done with it', () => {
  const all = SOURCES.flatMap(({ path, text }) => [...text.matchAll(BARE)].map(([, name]) => `${path} ${name}`));
  expect(all).toEqual([]);
});

/** What the group of the pattern captures, in the files of some folders. */
function namesBy(pattern: RegExp, rooms = /./): readonly { readonly path: string; readonly name: string }[] {
  const all = SOURCES.filter(({ path }) => rooms.test(path)).flatMap(({ path, text }) =>
    [...text.matchAll(pattern)].map(([, name = '']) => ({ path, name })),
  );
  expect(all.length).toBeGreaterThan(30);
  return all;
}

function participles(pattern: RegExp, rooms?: RegExp): string[] {
  const all = namesBy(pattern, rooms).filter(
    ({ name }) => PARTICIPLE.test(name.charAt(0).toLowerCase() + name.slice(1)) && !FIELD_TERMS.has(name),
  );
  return all.map(({ path, name }) => `${path} ${name}`);
}

/** A participle alone says neither what a function does nor what it gives. */
test('no function is named by a participle alone', () => {
  expect(participles(/^(?:export )?(?:async )?function (\w+)/gm)).toEqual([]);
});

test('no exported type of the compiler is named by a participle alone', () => {
  expect(participles(/^export (?:interface|type) (\w+)/gm, /^compiler\//)).toEqual([]);
});

test('limits are called max and min', () => {
  const limits = namesBy(/\bconst ([A-Z][A-Z_]+)\b/g).filter(({ name }) =>
    /^(?:MOST|LONGEST|DEEPEST|SHORTEST|LARGEST|SMALLEST|LEAST|FEWEST)(?:_|$)/.test(name),
  );
  expect(limits).toEqual([]);
});

test('no comment has words of the stop list', () => {
  const all = SOURCES.flatMap(({ path, text }) =>
    text.split('\n').flatMap((line, index) => {
      const comment = /^\s*(?:\/\*\*|\*|\/\/) (.*)$/.exec(line)?.[1];
      return comment === undefined ? [] : [{ place: `${path}:${index + 1}`, comment }];
    }),
  );
  expect(all.length).toBeGreaterThan(2000);
  const bad = all.filter(({ comment }) => COMMENT_STOP.test(comment));
  expect(bad.map(({ place, comment }) => `${place} ${comment}`)).toEqual([]);
});

test('no page for readers has words of the stop list', () => {
  const bad = pages().flatMap((path) => {
    // Examples and code are no text of ours.
    const text = readFileSync(join(ROOT, path), 'utf8').replaceAll(/^```[^]*?^```|`[^`\n]*`/gm, (code) =>
      code.replaceAll(/[^\n]/g, ''),
    );
    const lines = text.split('\n').map((line, index) => ({ line, place: `${path}:${index + 1}` }));
    return lines.flatMap(({ line, place }) => (COMMENT_STOP.test(line) ? `${place} ${line.slice(0, 160)}` : []));
  });
  expect(bad).toEqual([]);
});

/** What is written by hand: pages of rules and hosts are made of texts that the tests above judge. */
function pages(): string[] {
  const inFolder = (folder: string): string[] =>
    readdirSync(join(ROOT, folder))
      .filter((name) => name.endsWith('.md'))
      .map((name) => `${folder}/${name}`);
  const rooms = readdirSync(join(ROOT, 'compiler')).map((room) => `compiler/${room}/README.md`);
  const own = rooms.filter((path) => existsSync(join(ROOT, path)));
  return [...inFolder('.'), ...inFolder('docs'), ...inFolder('docs/adr'), ...own, 'runtime/README.md'];
}

test('every source file starts with one sentence about it, in plain words', () => {
  const heads = SOURCES.map(({ path, text }) => ({ path, head: text.split('\n')[0] ?? '' }));
  const bad = heads.filter(({ head }) => !/^\/\*\* [A-Z`"#].*[.:](?: \*\/)?$/.test(head) || HEAD_STOP.test(head));
  expect(bad.map(({ path, head }) => `${path}: ${head}`)).toEqual([]);
});

describe('a bad sentence is found', () => {
  test.each([
    ['says', `rule({ says: 'a tool must have a name.' })`, 'starts small'],
    ['next', `rule({ next: 'Give it a name' })`, 'has no end'],
    ['why', `rule({ why: 'Nobody reads it.' })`, 'says "Nobody"'],
    ['hint', "const hint = short ? 'Shorten it.' : `Say  \\`${name}\\`.`;", 'has a doubled blank'],
    ['report', `report(['name'], 'The string "x" came.', hint);`, 'says "came"'],
    ['Failure', `new Failure(message, 'Run "haft compile" again.');`, 'says ""haft compile""'],
    [
      'retry_hint',
      `fail({ error: 'It failed.', retry_hint: '${'Try again. '.repeat(20)}Stop.' })`,
      'has 225 characters',
    ],
    ['description', `text('words to look for.')`, 'starts small'],
  ])('%s', (kind, source, wrong) => {
    const problems = sentencesIn('compiler/spec/shape/a.ts', source).flatMap(problemsOf);
    expect(problems).toHaveLength(1);
    expect(problems[0]).toContain(`/a.ts:1 ${kind} ${wrong}`);
  });
});
