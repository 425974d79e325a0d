/** Prompts, resources and icons of a server: each has content, and the tools and files that it names exist. */
import { duplicatesBy, groupBy } from '../../../base/groups.ts';
import { decodedOr, isUriTemplate, matchUri } from '@haft/runtime/language';
import { say } from '../../../base/sentence.ts';
import { filesBelow, filesNamed, folderOf } from '../../analysis/offered-files.ts';
import { callIssues, takerOf, takesAll } from '../../analysis/resource-calls.ts';
import { unknownName } from '../../analysis/unknown-name.ts';
import type { PromptSpec, ResourceSpec } from '../../documents/offers.ts';
import type { SpecDraft } from '../../model.ts';
import type { NodePath } from '../../../spec/yaml/spec.ts';
import { crossRule, rule } from '../../rule.ts';

const PROMPTS = 'MCP 2025-11-25, server/prompts';
const RESOURCES = 'MCP 2025-11-25, server/resources';
const ASK_DAY = 'arguments: { day: { description: Which day. } }, messages: "What was lent on {day}?"';
const HOURS = (uri: string): string => `{ uri: "${uri}", name: hours, file: references/hours.md }`;

export const offerContent = rule({
  id: 'server/offer-content',
  severity: 'error',
  says: 'A prompt must have its own name and messages or a skill, a resource its own URI and a file or a tool.',
  why: 'A host lists them by name and URI, and what it gets for one must be certain.',
  source: `${PROMPTS}; ${RESOURCES.slice(4)}`,
  good: [
    `prompts: [{ name: list_loans, description: Lists the loans of a day., ${ASK_DAY} }]`,
    'resources: [{ uri: "books://hours", name: hours, file: references/hours.md }]',
    `resources: [${HOURS('books://a%2Fb')}, ${HOURS('books://a-b')}]`,
  ],
  bad: [
    'prompts: [{ name: list_loans, description: Lists the loans of a day. }]',
    'prompts: [{ skill: find-a-book, ask: [request] }]',
    `resources: [${HOURS('books://hours')}, ${HOURS('books://hours')}]`,
    `resources: [${HOURS('books://a%2Fb')}, ${HOURS('books://a/b')}]`,
    'prompts: [{ skill: find-a-book }, { name: find-a-book, description: Finds one., messages: Find a book. }]',
    'prompts: [{ name: show_plan, description: Shows the rooms., messages: [{ text: Look., file: assets/plan.png }] }]',
    'resources: [{ uri: "books://hours", name: hours }]',
    'resources: [{ uri: "books://hours/{day}", name: hours, file: references/hours.md }]',
  ],
  check({ spec }, report) {
    const { prompts = [], resources = [] } = spec;
    for (const [at, prompt] of prompts.entries())
      for (const [path, message, hint] of promptProblems(prompt)) report(['prompts', at, ...path], message, hint);
    for (const [at, { uri, file, tool, pointer, complete }] of resources.entries()) {
      const path = ['resources', at];
      if ((file === undefined) === (tool === undefined))
        report(
          path,
          say`Resource "${uri}" must have a \`file\` or a \`tool\`.`,
          'Add one of them, or delete the other.',
        );
      else if (file !== undefined && /[{}]/.test(uri))
        report([...path, 'uri'], say`Resource "${uri}" has variables, but its content is a file.`, 'Use a `tool`.');
      for (const [key, value] of Object.entries({ pointer, complete }))
        if (value !== undefined && tool === undefined)
          report([...path, key], `\`${key}\` is not used without \`tool\`.`, 'Delete it.', { part: 'key' });
    }
    const names = prompts.map(({ name, skill }) => name ?? skill ?? '');
    for (const [[at, name]] of duplicatesBy(names.entries(), ([, name]) => name)) {
      const key = prompts[at]?.name === undefined ? 'skill' : 'name';
      report(['prompts', at, key], say`Duplicate prompt "${name}".`, 'Rename one of them.');
    }
    for (const [at, { uri }, first] of repeatedUris(resources)) {
      const escaped = say`Resource "${uri}" has the URI of "${first.uri}", with other characters escaped.`;
      const message = first.uri === uri ? say`Duplicate resource "${uri}".` : escaped;
      report(['resources', at, 'uri'], message, 'Change one of the URIs.');
    }
  },
});

/** Each with the first of its URI. Files are found by the decoded URI, what tools return by the matcher of templates. */
function repeatedUris(
  resources: readonly ResourceSpec[],
): (readonly [at: number, later: ResourceSpec, first: ResourceSpec])[] {
  const keyOf = ({ uri }: ResourceSpec): string => (isUriTemplate(uri) ? `template ${uri}` : decodedOr(uri));
  const groups = [...groupBy(resources.entries(), ([, one]) => keyOf(one)).values()];
  return groups.flatMap((group) =>
    group.flatMap(([at, one], index) => {
      const isSame = ({ uri, file = one.file }: ResourceSpec): boolean =>
        uri === one.uri || file !== undefined || matchUri(uri, one.uri) !== undefined;
      const first = group.slice(0, index).find(([, other]) => isSame(other));
      return first ? [[at, one, first[1]] as const] : [];
    }),
  );
}

type Problem = readonly [path: NodePath, message: string, hint: string];

function promptProblems({ skill, name, description, messages, arguments: args, ask }: PromptSpec): Problem[] {
  if (skill !== undefined) {
    const idle = Object.entries({ messages, arguments: args, ask }).filter(([, value]) => value !== undefined);
    return idle.map(([key]) => [[key], `\`${key}\` is not used with \`skill\`.`, 'Delete it, or delete `skill`.']);
  }
  const missing = Object.entries({ name, description, messages }).filter(([, value]) => value === undefined);
  if (missing.length > 0)
    return [[[], `This prompt has no \`${missing.map(([key]) => key).join('`, `')}\`.`, 'Add it, or name a `skill`.']];
  return (Array.isArray(messages) ? messages : []).flatMap(({ text, file, resource }, at): Problem[] =>
    [text, file, resource].filter((one) => one !== undefined).length === 1
      ? []
      : [[['messages', at], 'A message must have one of `text`, `file` and `resource`.', 'Make one message of each.']],
  );
}

const READS =
  'parameters: { isbn: { type: string, description: Number of the book. } }, required: [isbn], effects: read';
const EITHER =
  'parameters: { isbn: { type: string, description: Number. }, title: { type: string, description: Title. }, shelf: { type: string, description: Shelf. } }, at_least_one: [[isbn, title]], effects: read';
const CLOSED =
  'returns: { type: object, properties: { pages: { type: array, items: { type: object, properties: { title: { type: string } }, additionalProperties: false } } } }';
const SUGGESTED = (value: string): string => `tool: get_book, complete: { isbn: ["${value}"] } }`;
const tool = (keys: string): string =>
  `tools:\n  - { name: get_book, description: { does: Reads a book., when: the user names one }, ${keys}, handler: handlers.ts }\nresources: [{ uri: "books://{isbn}", name: book, tool: get_book }]`;

export const resourceTool = rule({
  id: 'server/resource-tool',
  severity: 'error',
  says: 'The tool of a resource must be a tool of the server that reads, with the variables of the URI as its parameters.',
  why: 'A host reads resources without asking the user, and a call without a required argument always fails.',
  source: RESOURCES,
  good: [
    tool(READS),
    tool(READS.replace('string', 'integer')),
    tool(EITHER),
    tool(`${READS}, ${CLOSED}`).replace('tool: get_book }', 'tool: get_book, pointer: /pages/0/title }'),
    tool(READS.replace('string', 'integer, enum: [1, 2]')).replace('tool: get_book }', SUGGESTED('2')),
    tool(READS).replace('resources: [', 'resources: [{ uri: "books://{isbn}.json", name: json, tool: get_book }, '),
  ],
  bad: [
    tool(READS).replace('tool: get_book', 'tool: get_books'),
    tool(READS.replace('effects: read', 'effects: write')).replaceAll('get_book', 'lend_book'),
    tool(READS).replace('{isbn}"', '{id}"'),
    tool(READS.replace('string', 'boolean')),
    tool(EITHER).replace('{isbn}"', '{shelf}"'),
    tool(`${READS}, ${CLOSED}`).replace('tool: get_book }', 'tool: get_book, pointer: /pages/0/titel }'),
    tool(READS.replace('string', 'integer, enum: [1, 2]')).replace('tool: get_book }', SUGGESTED('3')),
    tool(READS).replace(
      'tool: get_book }',
      'tool: get_book }, { uri: "books://{isbn}.json", name: json, tool: get_book }',
    ),
  ],
  check({ spec: { resources = [] }, tools }, report) {
    const names = tools.map(({ spec }) => spec.name);
    for (const [at, resource] of resources.entries()) {
      const { uri, tool: name } = resource;
      if (name === undefined) continue;
      const path = ['resources', at];
      const called = tools.find(({ spec }) => spec.name === name)?.spec;
      if (!called) {
        report([...path, 'tool'], ...unknownName('tool', name, names));
        continue;
      }
      if (called.effects !== 'read' && called.hints?.['readOnlyHint'] !== true)
        report([...path, 'tool'], say`Tool "${name}" does not only read.`, 'Use a tool with `effects: read`.');
      for (const [below, message, hint, part] of callIssues(resource, called))
        report([...path, ...below], message, hint, part && { part });
      const taker = takerOf(resource, resources.slice(0, at));
      if (!taker) continue;
      const message = say`Resource "${uri}" is never read: "${taker.uri}" is before it and has all its URIs.`;
      const hint = takesAll(uri, taker.uri) ? 'Change one of the URIs.' : say`Move it before "${taker.uri}".`;
      report([...path, 'uri'], message, hint, { suspected: true });
    }
  },
});

const MB = 1024 * 1024;
const ICON_BYTES = 16 * 1024;
const PICTURE = /\.(?:png|jpe?g|webp|svg)$/i;

export const offerFile = crossRule({
  id: 'server/offer-file',
  severity: 'error',
  around: ({ servers, files }: SpecDraft) =>
    servers.filter(({ spec }) => spec.prompts ?? spec.resources ?? spec.icons).map((server) => [server, files]),
  says: 'A file that a server offers must exist and be small enough to be compiled in.',
  why: 'The file is printed into the server. Without it the prompt, resource or icon is missing.',
  source: `${RESOURCES}; ${PROMPTS.slice(4)}`,
  good: [
    'resources: [{ uri: "books://hours", name: hours, file: references/hours.md }]',
    'icons: [{ file: assets/plan.png }]',
  ],
  bad: [
    'resources: [{ uri: "books://hours", name: hours, file: references/hour.md }]',
    'icons: [{ file: references/hours.md }]',
  ],
  check(server, report, files) {
    const folder = folderOf(server);
    for (const { path, file, isIcon } of filesNamed(server.spec)) {
      const entry = files.find((one) => one.path === folder + file);
      const most = isIcon ? ICON_BYTES : MB;
      if (!entry) report(path, ...unknownName('file', file, filesBelow(server, files)));
      else if (isIcon && !PICTURE.test(file))
        report(path, say`Icon "${file}" is not a picture.`, 'Use a PNG, JPEG, WebP or SVG file.');
      else if (entry.bytes.length > most)
        report(
          path,
          say`File "${file}" has ${kilobytes(entry.bytes.length)}, the maximum is ${kilobytes(most)}.`,
          'Use a smaller file, or a tool that reads it.',
        );
    }
  },
});

function kilobytes(bytes: number): string {
  return `${String(Math.ceil(bytes / 1024))} KB`;
}
