/** Prompts, resources and icons of a server: each has content, and what it or its texts name exists. */
import { duplicatesBy } from '../../../base/groups.ts';
import { templateOf } from '../../../spec/behaviors/variables.ts';
import { type Schema, mainType, ownMember } from '@haft/runtime/language';
import { say } from '../../../base/sentence.ts';
import { unknownName, meantOr } from '../../analysis/unknown-name.ts';
import type { PromptSpec } from '../../documents/offers.ts';
import type { ServerSpec } from '../../documents/server.ts';
import type { SkillFile, SpecDraft } from '../../model.ts';
import type { NodePath } from '../../../spec/yaml/spec.ts';
import { crossRule, rule } from '../../rule.ts';

const PROMPTS = 'MCP 2025-11-25, server/prompts';
const RESOURCES = 'MCP 2025-11-25, server/resources';
const ASK_DAY = 'arguments: { day: { description: Which day. } }, messages: "What was lent on {day}?"';

export const offerContent = rule({
  id: 'server/offer-content',
  severity: 'error',
  says: 'A prompt must have its own name and messages or a skill, a resource its own URI and a file or a tool.',
  why: 'A host lists them by name and URI, and what it gets for one must be certain.',
  source: `${PROMPTS}; ${RESOURCES.slice(4)}`,
  good: [
    `prompts: [{ name: list_loans, description: Lists the loans of a day., ${ASK_DAY} }]`,
    'resources: [{ uri: "books://hours", name: hours, file: references/hours.md }]',
  ],
  bad: [
    'prompts: [{ name: list_loans, description: Lists the loans of a day. }]',
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
    for (const [[at, { uri }]] of duplicatesBy(resources.entries(), ([, { uri }]) => uri))
      report(['resources', at, 'uri'], say`Duplicate resource "${uri}".`, 'Change one of the URIs.');
  },
});

type Problem = readonly [path: NodePath, message: string, hint: string];

function promptProblems({ skill, name, description, messages, arguments: args }: PromptSpec): Problem[] {
  if (skill !== undefined) {
    const idle = Object.entries({ messages, arguments: args }).filter(([, value]) => value !== undefined);
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
const tool = (keys: string): string =>
  `tools:\n  - { name: get_book, description: { does: Reads a book., when: the user names one }, ${keys}, handler: handlers.ts }\nresources: [{ uri: "books://{isbn}", name: book, tool: get_book }]`;

export const resourceTool = rule({
  id: 'server/resource-tool',
  severity: 'error',
  says: 'The tool of a resource must be a tool of the server that reads, with the variables of the URI as its parameters.',
  why: 'A host reads resources without asking the user, and a call without a required argument always fails.',
  source: RESOURCES,
  good: [tool(READS), tool(READS.replace('string', 'integer'))],
  bad: [
    tool(READS).replace('tool: get_book', 'tool: get_books'),
    tool(READS.replace('effects: read', 'effects: write')).replaceAll('get_book', 'lend_book'),
    tool(READS).replace('{isbn}"', '{id}"'),
    tool(READS.replace('string', 'boolean')),
  ],
  check({ spec: { resources = [] }, tools }, report) {
    const names = tools.map(({ spec }) => spec.name);
    for (const [at, { uri, tool: name, complete = {} }] of resources.entries()) {
      if (name === undefined) continue;
      const path = ['resources', at];
      const called = tools.find(({ spec }) => spec.name === name)?.spec;
      if (!called) {
        report([...path, 'tool'], ...unknownName('tool', name, names));
        continue;
      }
      if (called.effects !== 'read' && called.hints?.['readOnlyHint'] !== true)
        report([...path, 'tool'], say`Tool "${name}" does not only read.`, 'Use a tool with `effects: read`.');
      const variables = [...uri.matchAll(/\{(\w+)\}/g)].map(([, one = '']) => one);
      const { parameters = {}, required = [] } = called;
      const problems = [
        ...variables.flatMap((one) => variableProblem(one, ownMember(parameters, one), name)),
        ...required.filter((one) => !variables.includes(one)).map((one) => say`Tool "${name}" requires "${one}".`),
      ];
      for (const message of problems)
        report(
          [...path, 'uri'],
          message,
          say`Parameters of "${name}": ${Object.keys(parameters).join(', ') || 'none'}.`,
        );
      for (const one of Object.keys(complete).filter((key) => !variables.includes(key)))
        report([...path, 'complete', one], ...unknownName('variable', one, variables), { part: 'key' });
    }
  },
});

function variableProblem(name: string, schema: Schema | undefined, tool: string): ReturnType<typeof say>[] {
  if (schema === undefined) return [say`Variable "${name}" is not a parameter of tool "${tool}".`];
  const fits = ['string', 'integer', 'number', undefined].includes(mainType(schema));
  return fits
    ? []
    : [say`Variable "${name}" is a text, but the parameter of tool "${tool}" is not a text or a number.`];
}

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
  check({ spec, file: place }, report, files) {
    const folder = place.slice(0, place.lastIndexOf('/') + 1);
    for (const { path, file, isIcon } of filesNamed(spec)) {
      const entry = files.find((one) => one.path === folder + file);
      const most = isIcon ? ICON_BYTES : MB;
      if (!entry) report(path, ...unknownName('file', file, namesBelow(folder, files)));
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

function namesBelow(folder: string, files: readonly SkillFile[]): string[] {
  return files.filter(({ path }) => path.startsWith(folder)).map(({ path }) => path.slice(folder.length));
}

interface NamedFile {
  readonly path: NodePath;
  readonly file: string;
  readonly isIcon: boolean;
}

function filesNamed({ prompts = [], resources = [], icons = [] }: ServerSpec): NamedFile[] {
  const iconsAt = (path: NodePath, list: ServerSpec['icons'] = []): NamedFile[] =>
    list.map(({ file }, at) => ({ path: [...path, 'icons', at, 'file'], file, isIcon: true }));
  return [
    ...iconsAt([], icons),
    ...resources.flatMap(({ file, icons: own }, at) => [
      ...(file === undefined ? [] : [{ path: ['resources', at, 'file'], file, isIcon: false }]),
      ...iconsAt(['resources', at], own),
    ]),
    ...prompts.flatMap(({ messages = [], icons: own }, at) => [
      ...(typeof messages === 'string' ? [] : messages).flatMap(({ file }, index) =>
        file === undefined ? [] : [{ path: ['prompts', at, 'messages', index, 'file'], file, isIcon: false }],
      ),
      ...iconsAt(['prompts', at], own),
    ]),
  ];
}

export const promptArguments = rule({
  id: 'server/prompt-arguments',
  severity: 'error',
  says: 'The messages of a prompt must use the arguments that it declares, and no others.',
  why: 'A host asks the user for each argument. One that is not declared stays empty, and one that is not used is asked for nothing.',
  source: PROMPTS,
  good: [
    `prompts: [{ name: list_loans, description: Lists loans., ${ASK_DAY} }]`,
    'prompts: [{ name: explain, description: Explains braces., messages: "What does {{x}} mean?" }]',
  ],
  bad: [
    'prompts: [{ name: list_loans, description: Lists loans., messages: "What was lent on {day}?" }]',
    `prompts: [{ name: list_loans, description: Lists loans., ${ASK_DAY.replace('{day}?', 'friday?')} }]`,
    'prompts: [{ name: list_loans, description: Lists loans., messages: "What was lent on {day?" }]',
  ],
  check({ spec: { prompts = [] } }, report) {
    for (const [at, { arguments: args = {}, messages = [] }] of prompts.entries()) {
      const texts = typeof messages === 'string' ? [messages] : messages.map(({ text = '' }) => text);
      const used = new Set<string>();
      for (const [index, text] of texts.entries()) {
        const path = ['prompts', at, 'messages', ...(typeof messages === 'string' ? [] : [index, 'text'])];
        const { parts, problem } = templateOf(text);
        if (problem)
          report(path, `\`${problem.text}\` is not a variable.`, 'Write {{ and }} for literal braces.', {
            word: problem.text,
          });
        for (const part of problem ? [] : parts) {
          if (typeof part === 'string') continue;
          used.add(part.name);
          if (Object.hasOwn(args, part.name)) continue;
          const declare = 'Declare it under `arguments` of the prompt.';
          const hint = meantOr(part.name, Object.keys(args), declare, (guess) => `{${guess}}`);
          report(path, say`"{${part.name}}" is not an argument of this prompt.`, hint, { word: `{${part.name}}` });
        }
        if (problem) for (const name of Object.keys(args)) used.add(name);
      }
      for (const name of Object.keys(args).filter((one) => !used.has(one)))
        report(
          ['prompts', at, 'arguments', name],
          say`Argument "${name}" is not used.`,
          `Write {${name}} in a message, or delete it.`,
          { part: 'key' },
        );
    }
  },
});

export const promptSkill = crossRule({
  id: 'server/prompt-skill',
  severity: 'error',
  resolves: true,
  around: ({ servers, names }) =>
    servers.flatMap((server) => (server.spec.prompts ? [[server, names.skills] as const] : [])),
  says: 'The skill of a prompt must exist.',
  why: 'The instructions of the skill are the prompt: without them the prompt is missing from the server.',
  source: PROMPTS,
  good: ['prompts: [{ skill: find-a-book }]', 'prompts: [{ skill: find-a-book, name: find_book }]'],
  bad: ['prompts: [{ skill: find-a-bok }]', 'prompts: [{ skill: lend-a-book, name: lend_book }]'],
  check({ spec: { prompts = [] } }, report, skills) {
    for (const [at, { skill }] of prompts.entries())
      if (skill !== undefined && !skills.has(skill))
        report(['prompts', at, 'skill'], ...unknownName('skill', skill, skills));
  },
});

export const promptResource = rule({
  id: 'server/prompt-resource',
  severity: 'error',
  says: 'The resource of a message must be a resource of the server with a file.',
  why: 'The message has its content from the time of compiling: what a tool would return is not known then.',
  source: PROMPTS,
  good: [
    'resources: [{ uri: "books://hours", name: hours, file: references/hours.md }]\nprompts: [{ name: plan_visit, description: Plans a visit., messages: [{ resource: "books://hours" }] }]',
    'prompts: [{ name: plan_visit, description: Plans a visit., messages: Plan my visit. }]',
  ],
  bad: [
    'prompts: [{ name: plan_visit, description: Plans a visit., messages: [{ resource: "books://hours" }] }]',
    'resources: [{ uri: "books://hours", name: hours, file: references/hours.md }]\nprompts: [{ name: plan_visit, description: Plans a visit., messages: [{ resource: "books://hour" }] }]',
  ],
  check({ spec: { prompts = [], resources = [] } }, report) {
    const uris = resources.flatMap(({ uri, file }) => (file === undefined ? [] : uri));
    for (const [at, { messages = [] }] of prompts.entries())
      for (const [index, { resource }] of (typeof messages === 'string' ? [] : messages).entries())
        if (resource !== undefined && !uris.includes(resource))
          report(['prompts', at, 'messages', index, 'resource'], ...unknownName('resource', resource, uris));
  },
});
