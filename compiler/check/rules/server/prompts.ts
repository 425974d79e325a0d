/** What the messages and questions of a prompt name: arguments, a skill, and resources. */
import { templateOf } from '../../../spec/behaviors/variables.ts';
import { ownMember } from '@haft/runtime/language';
import { say } from '../../../base/sentence.ts';
import { unknownName, meantOr } from '../../analysis/unknown-name.ts';
import { askedNames } from '../../../spec/behaviors/behavior.ts';
import type { PromptSpec } from '../../documents/offers.ts';
import type { NodePath } from '../../../spec/yaml/spec.ts';
import { type ReportFinding, crossRule, rule } from '../../rule.ts';

const PROMPTS = 'MCP 2025-11-25, server/prompts';
const ASK_DAY = 'arguments: { day: { description: Which day. } }, messages: "What was lent on {day}?"';
const asking = (keys: string, ask: string): string =>
  `prompts: [{ name: list_loans, description: Lists loans., ${ASK_DAY.replace('day. }', `day., ${keys} }`)}, ask: [${ask}] }]`;

export const promptArguments = rule({
  id: 'server/prompt-arguments',
  severity: 'error',
  says: 'The messages and `ask` of a prompt must use the arguments that it declares, and no others.',
  why: 'A host asks the user for each argument. One that is not declared stays empty, and one that is not used is asked for nothing.',
  source: PROMPTS,
  good: [
    `prompts: [{ name: list_loans, description: Lists loans., ${ASK_DAY} }]`,
    'prompts: [{ name: explain, description: Explains braces., messages: "What does {{x}} mean?" }]',
    asking('required: true', '{ day: Which day? }'),
  ],
  bad: [
    'prompts: [{ name: list_loans, description: Lists loans., messages: "What was lent on {day}?" }]',
    `prompts: [{ name: list_loans, description: Lists loans., ${ASK_DAY.replace('{day}?', 'friday?')} }]`,
    'prompts: [{ name: list_loans, description: Lists loans., messages: "What was lent on {day?" }]',
    asking('required: true', 'dya'),
    asking('required: false', 'day'),
    asking('required: true', 'day, { day: Which day? }'),
  ],
  check({ spec: { prompts = [] } }, report) {
    for (const [at, prompt] of prompts.entries()) {
      const { arguments: args = {}, messages = [] } = prompt;
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
      reportAsked(prompt, ['prompts', at, 'ask'], report);
    }
  },
});

/** A form asks for what makes no sense to leave out, once each. */
function reportAsked(
  { skill, ask = [], arguments: args = {} }: PromptSpec,
  path: NodePath,
  report: ReportFinding,
): void {
  const before = new Set<string>();
  for (const [at, one] of skill === undefined ? ask.entries() : [])
    for (const name of askedNames([one])) {
      const place = typeof one === 'string' ? [...path, at] : [...path, at, name];
      const options = typeof one === 'string' ? {} : ({ part: 'key' } as const);
      const declared = ownMember(args, name);
      if (!declared) report(place, ...unknownName('argument', name, Object.keys(args)), options);
      else if (before.has(name))
        report(place, say`\`ask\` names argument "${name}" twice.`, 'Delete one of the two.', options);
      else if (declared.required !== true)
        report(
          place,
          say`\`ask\` is for required arguments, and "${name}" is optional.`,
          'Add `required: true` to the argument, or delete it from `ask`.',
          options,
        );
      before.add(name);
    }
}

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
