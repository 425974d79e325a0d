/** The behavior of a tool, its effects, and its evals. */
import { templateRoots } from '../../../spec/behaviors/variables.ts';
import { nearest } from '@haft/runtime/language';
import { say } from '../../../base/sentence.ts';
import type { BehaviorUse } from '../../../spec/behaviors/behavior.ts';
import { BEHAVIORS, behaviorsOf } from '../../../spec/behaviors/index.ts';
import { pluralize } from '../../../base/text/pluralize.ts';
import { rule } from '../../rule.ts';
import { LIST_SHELVES, requestTool, toolDocument } from '../../example-documents.ts';
import { READING_VERBS, conflictOf } from '../../analysis/prose/effects.ts';
import { nameWords } from '../../analysis/names/name-words.ts';
import { textsIn } from '../../analysis/hidden/model-texts.ts';
import { wordSet } from '../../../base/word-lists.ts';

/** `http`, `command` or `handler`, with a colon behind each where they are keys to write. */
function anyOf(mark: '' | ':'): string {
  const keys = BEHAVIORS.map(({ key }) => `\`${key}${mark}\``);
  return `${keys.slice(0, -1).join(', ')} or ${keys.slice(-1).join('')}`;
}

export const behavior = rule({
  id: 'tool/behaviour',
  severity: 'error',
  says: `A tool must have exactly one behavior: ${anyOf('')}; or, where it is deprecated, \`via\`.`,
  locked: true,
  why: 'Without a behavior a listed tool could only fail; with two it would be unclear which one runs.',
  source: 'EXT §4.1 (Call tool gives a result)',
  good: [
    'handler: handlers.ts',
    `handler: handlers.ts
---
${toolDocument('tell_date', 'Gets the current date.', 'a loan is dated')}
command: { argv: [date] }`,
  ],
  bad: [
    'handler: handlers.ts\ncommand: { argv: [date] }',
    'handler:',
    `deprecated: { since: 2026-11-20, use: list_shelves, remove_after: 2027-05-20, reason: It counts., via: {} }\n---\n${LIST_SHELVES}`,
  ],
  check(tool, report) {
    const { name, deprecated } = tool.spec;
    const keys = behaviorsOf(tool.spec).map(({ key }) => key);
    const [own] = keys;
    if (deprecated?.via && own) {
      const hint = say`Remove \`${own}\` or \`via\`.`;
      report(['deprecated', 'via'], say`Tool "${name}" has a behavior, and calls another tool.`, hint, { part: 'key' });
    }
    if (keys.length === 0 && !deprecated?.via) {
      report(['name'], say`Tool "${name}" has no behavior.`, `Add ${anyOf(':')}.`);
    }
    const second = keys[1];
    if (second) {
      report(
        [second],
        say`Tool "${name}" has more than one behavior: ${keys.map((key) => `"${key}:"`).join(' and ')}.`,
        'Keep one of them.',
        { part: 'key' },
      );
    }
  },
});

const buildTool = (name: string, effects: string, behaviorKey: string): string =>
  `name: search_books\n---\n${toolDocument(name, 'Looks after old builds.', 'a build is old', effects)}\n${behaviorKey}`;
const commandTool = (name: string, effects: string, argv: string): string =>
  buildTool(name, effects, `command: { argv: ${argv} }`);

export const effectsDeclared = rule({
  id: 'tool/effects-declared',
  severity: 'error',
  imported: 'warning',
  says: 'The declared effects must match the name, the request, the command and the text of the tool.',
  why: 'Hosts run read-only tools without asking the user; a "delete_book" declared as read would delete without approval.',
  source: 'MCP tool annotations (readOnlyHint, destructiveHint)',
  good: [
    'name: delete_book\neffects: destroy',
    'name: get_or_create_shelf\neffects: write',
    'name: create_chart\neffects: read',
    'name: show_notification\neffects: write',
    requestTool(
      'renew_loan',
      'Renews a loan at another library.',
      'write',
      'GET /loans/renew, before: [{ connection: union, request: POST /locks }]',
    ),
    requestTool('search_copies', 'Searches the shelves of all other libraries.', 'read', 'POST /search'),
    requestTool('unstar_book', 'Takes a book from the list of wishes again.', 'write', 'DELETE /stars'),
    ...['[docker, run, --rm, delete]', '[grep, delete, log.txt]', '[git, show, delete]', '[gh, -R, delete, pr]'].map(
      (argv) => commandTool('list_builds', 'read', argv),
    ),
    requestTool('list_deleted', 'Deleted books by date.', 'read', 'GET /books/delete-status'),
    requestTool('list_deleted', 'Books by date.', 'read', 'GET /delete/4/status'),
    'name: reset_shelf\neffects: write',
    requestTool('find_archive', 'Creates a list of the archive.', 'read', 'GET /archive'),
  ],
  bad: [
    'name: delete_book\neffects: write',
    'name: get_book\neffects: write',
    'name: send_reminder\neffects: read',
    requestTool('renew_loan', 'Renews a loan at another library.', 'read', 'PUT /loans'),
    requestTool('renew_loan', 'Renews a loan at another library.', 'write', 'GET /loans/renew'),
    requestTool(
      'search_copies',
      'Searches the shelves of all other libraries.',
      'read',
      'GET /copies, before: [{ connection: union, request: DELETE /cart }]',
    ),
    requestTool(
      'search_copies',
      'Searches the shelves of all other libraries.',
      'read',
      'GET /copies, verify: [{ connection: union, request: PUT /cart }]',
    ),
    buildTool('append_build', 'write', 'file: { folder: /srv/library, path: builds.md }'),
    ...[
      '[/bin/rm, -rf, build]',
      '[find, build, -delete]',
      '[git, -C, build, push, --force]',
      '[terraform, destroy]',
    ].map((argv) => commandTool('list_builds', 'read', argv)),
    commandTool('clean_builds', 'write', '[aws, s3, rm, builds]'),
    commandTool('update_builds', 'write', '[git, push, --force]'),
    commandTool('show_tables', 'read', '[mysqladmin, drop, shop]'),
    'name: kill_session\neffects: write',
    'name: reset_shelf\neffects: read',
    requestTool('show_copy', 'Shows a copy.', 'read', 'GET /copies/delete'),
    requestTool('show_copy', 'Shows a copy.', 'read', 'GET /copies/delete/4'),
    requestTool('end_loan', 'Ends a loan.', 'write', 'POST /loans/terminate'),
    requestTool('end_loan', 'Deletes a loan.', 'write', 'POST /loans/end'),
  ],
  check({ spec }, report) {
    const { effects } = spec;
    const conflict = effects && conflictOf({ ...spec, effects });
    if (!conflict) return;
    report(
      ['effects'],
      say`Tool "${spec.name}" declares effects "${effects}", but ${conflict.clause}.`,
      `Write \`effects: ${conflict.instead}\` if that is correct; otherwise ${conflict.otherwise ?? 'change the request'}.`,
      { suspected: conflict.suspected },
    );
  },
});

export const postReads = rule({
  id: 'tool/post-reads',
  severity: 'warning',
  follows: ['tool/effects-declared'],
  says: 'A POST request should have `effects: read` only if the name or the path indicates a read.',
  why: 'Hosts run read-only tools without asking the user, and most POST requests change something.',
  hint: 'If the request changes nothing, choose a name that starts with search_, get_ or check_; otherwise write `effects: write`.',
  source: 'MCP tool annotations (readOnlyHint); RFC 9110 §9.2.1 (POST is not a safe method)',
  good: [
    requestTool('search_copies', 'Searches the shelves of all other libraries.', 'read', 'POST /copies/search'),
    requestTool('renew_loan', 'Renews a loan at another library.', 'write', 'POST /loans'),
  ],
  bad: [
    requestTool('renew_loan', 'Renews a loan at another library.', 'read', 'POST /loans'),
    requestTool('reserve_copy', 'Reserves a copy at another library.', 'read', 'POST /copies'),
  ],
  check({ spec }, report) {
    const { effects, http, name } = spec;
    const [method, path = ''] = http?.request.split(' ') ?? [];
    if (effects !== 'read' || method !== 'POST') return;
    const [verb = ''] = nameWords(name);
    if (READING_VERBS.has(verb) || READING.has(verb) || nameWords(path).some((word) => READING_PATHS.has(word))) return;
    report(['effects'], say`Tool "${name}" declares effects "read", but its request is a POST.`);
  },
});

const READING = wordSet(`
  ask analyze answer calculate check classify compare compute convert count decode detect diff embed encode estimate
  evaluate explain extract fetch filter generate geocode identify look lookup match measure parse predict preview
  query rank render resolve retrieve score simulate summarize test tokenize transcribe translate validate verify
`);

const READING_PATHS = wordSet(`
  search query queries find filter lookup graphql completions embeddings count preview validate check export report
  reports analyze estimate calculate
`);

const listing = (keys: string): string => `name: search_books
---
${toolDocument('list_titles', 'Lists titles with a word in them.', 'the user remembers a word')}
${keys}`;

export const parameterUnused = rule({
  id: 'tool/parameter-unused',
  severity: 'warning',
  says: 'A parameter should be used in the request, the command or the path of its tool.',
  why: 'The value that the model chooses has no effect: the result looks filtered but is not.',
  source: 'EXT §8 (as few parameters as possible); EXT §2.2 (properties)',
  good: [
    'parameters: { words: { type: string, description: Words to look for. } }\nhandler: handlers.ts',
    listing(
      'parameters: { words: { type: string, description: Words to look for. } }\nrequired: [words]\ncommand: { argv: [grep, -e, "{words}", shelves.txt], stdout: lines }',
    ),
  ],
  bad: [
    listing(`parameters:
  words: { type: string, description: Words to look for. }
  floor: { type: integer, minimum: 0, maximum: 5, default: 0, description: Floor to look on. }
required: [words]
command: { argv: [grep, -e, "{words}", shelves.txt], stdout: lines }`),
    listing(
      'parameters: { shelf: { type: string, description: Label of the shelf. } }\nrequired: [shelf]\ncommand: { argv: [list-books], stdout: lines }',
    ),
    listing(
      'parameters: { shelf: { type: string, description: Label of the shelf. } }\nrequired: [shelf]\ncommand: { argv: [list-books, shelf], stdout: json, result: { books: { each: "", fields: { shelf: /shelf } } } }',
    ),
  ],
  check({ spec }, report) {
    const behaviors = behaviorsOf(spec);
    const steps = behaviors.flatMap((one) => one.steps);
    if (behaviors.length === 0 || behaviors.some(({ isCode }) => isCode)) return;
    if (steps.some(({ parts }) => parts.passesAll)) return;
    const used = usedNames(behaviors);
    const names = Object.keys(spec.parameters ?? {});
    // A variable of no parameter that seems to mean one: rule server/binding-complete reports it.
    const roots = new Set([...names, ...ROOTS, ...steps.flatMap(({ parts }) => Object.keys(parts.lets ?? {}))]);
    const meant = new Set([...used].flatMap((root) => (roots.has(root) ? [] : (nearest(root, names) ?? []))));
    for (const name of names) {
      if (used.has(name) || meant.has(name)) continue;
      report(
        ['parameters', name],
        say`Parameter "${name}" of tool "${spec.name}" is not used.`,
        say`Write "{${name}}" where its value belongs, or remove the parameter.`,
        { part: 'key' },
      );
    }
  },
});

/** What a template may name besides parameters. */
const ROOTS = wordSet('env item response left_out');

/** Names whose values go into a request, a command, a path or a result; a translation or a key of the same name does not count. */
function usedNames(behaviors: readonly BehaviorUse[]): ReadonlySet<string> {
  const steps = behaviors.flatMap((one) => one.steps.map(({ parts }) => parts));
  const tables = [...behaviors.map(({ result }) => result), ...steps.map(({ lets }) => lets)];
  return new Set([
    ...steps.flatMap(({ templates }) => templates.flatMap(({ text }) => templateRoots(text))),
    ...steps.flatMap(({ parameters }) => parameters.flatMap(({ path, name }) => (path[0] === 'omit' ? [] : [name]))),
    // Of sources and slices, and of templates at any depth.
    ...textsIn(tables).flatMap(({ path, text }) => [
      ...(NAMING.has(path.at(-1)) ? [text] : []),
      ...templateRoots(text),
    ]),
  ]);
}

/** Keys of a result whose value can be the name of a parameter. */
const NAMING: ReadonlySet<unknown> = new Set(['argument', 'start', 'length']);

const MIN_EVALS = 5;

const MAX_EVALS = 10;

const evals = (count: number): string => {
  return `evals:\n${Array.from({ length: count }, (_, at) => `  - { query: Do we have volume ${at + 1} of the atlas? }\n`).join('')}`;
};

export const evalsCount = rule({
  id: 'tool/evals-count',
  severity: 'note',
  release: 'error',
  says: 'A tool should have five to ten evals.',
  profiles: ['ext'],
  why: 'Models react to wording, even to punctuation. Without a few test requests, a description change that breaks tool selection goes unnoticed.',
  source: 'EXT §9 rule 3 (5-10 typical queries)',
  good: [evals(MIN_EVALS), evals(MAX_EVALS)],
  bad: ['evals:', evals(3), evals(MAX_EVALS + 2)],
  check({ spec }, report, { settings }) {
    // A deprecated tool should not be chosen any more: its evals belong to its successor.
    if (spec.deprecated) return;
    const own = spec.evals?.length ?? 0;
    const shared = settings.choices.flatMap(({ evals = [] }) => evals.filter(({ expect }) => expect === spec.name));
    const count = own + shared.length;
    const wanted = `Add ${MIN_EVALS} to ${MAX_EVALS} requests as users would type them, one or two of them with \`expect: none\`.`;
    if (count === 0) report(['name'], say`Tool "${spec.name}" has no evals.`, wanted);
    else if (count < MIN_EVALS) {
      const text = say`Tool "${spec.name}" has ${pluralize(count, 'eval')}; the minimum is ${MIN_EVALS}.`;
      report([spec.evals ? 'evals' : 'name'], text, wanted, { part: spec.evals ? 'key' : 'value' });
    } else if (own > MAX_EVALS) {
      const hint = `Keep the ${MAX_EVALS} that differ most; each one costs money in every run.`;
      report(['evals'], say`Tool "${spec.name}" has ${own} evals; the maximum is ${MAX_EVALS}.`, hint, {
        part: 'key',
        suspected: true,
      });
    }
  },
});
