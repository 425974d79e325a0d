/** What a tool asks the user before its work. */
import { mainType, ownMember } from '@haft/runtime/language';
import { say } from '../../../base/sentence.ts';
import { templateOf } from '../../analysis/binding/template-use.ts';
import { unknownName } from '../../analysis/unknown-name.ts';
import { askedNames } from '../../documents/asking.ts';
import { rule } from '../../rule.ts';

const TITLE = 'parameters: { title: { type: string, description: Exact title of the book. } }\n';
const ELICITATION = 'MCP 2026-07-28, client/elicitation';

export const confirmDestroy = rule({
  id: 'tool/confirm-destroy',
  subject: 'tool',
  severity: 'note',
  profiles: ['ext'],
  says: 'A tool that destroys should ask the user to confirm.',
  why: 'A model that misread a request removes what cannot be brought back. Hosts that do not ask by themselves ask then.',
  source: `${ELICITATION}; server/tools (a human in the loop)`,
  good: [`name: delete_book\n${TITLE}effects: destroy\nconfirm: 'Delete "{title}"?'`, 'effects: read'],
  bad: [`name: delete_book\n${TITLE}effects: destroy`, 'name: delete_books\neffects: destroy'],
  check({ spec: { name, effects, confirm, deprecated } }, report) {
    if (effects !== 'destroy' || confirm !== undefined || deprecated) return;
    report(
      ['effects'],
      say`Tool "${name}" destroys without asking the user.`,
      'Add `confirm` with the question, such as: confirm: "Delete {name}?".',
    );
  },
});

export const confirmParameters = rule({
  id: 'tool/confirm-parameters',
  subject: 'tool',
  severity: 'error',
  says: 'A question of `confirm` must be built from parameters of the tool.',
  why: 'The user would confirm a question that does not say what happens.',
  source: ELICITATION,
  good: [`${TITLE}confirm: 'Really look for "{title}"?'`, 'confirm: Really look for all {{books}}?'],
  bad: [`${TITLE}confirm: 'Really look for "{titel}"?'`, 'confirm: "Really look for {title?"'],
  check({ spec: { confirm, parameters = {} } }, report) {
    if (confirm === undefined) return;
    const path = typeof confirm === 'string' ? ['confirm'] : ['confirm', 'message'];
    const { parts, problem } = templateOf(typeof confirm === 'string' ? confirm : confirm.message);
    if (problem) report(path, `\`${problem.text}\` is not a variable.`, 'Write {{ and }} for literal braces.');
    for (const part of problem ? [] : parts)
      if (typeof part !== 'string' && !Object.hasOwn(parameters, part.path[0] ?? ''))
        report(path, ...unknownName('parameter', part.name, Object.keys(parameters)), { word: `{${part.name}}` });
  },
});

const FLAT = new Set(['string', 'integer', 'number', 'boolean']);

export const askParameters = rule({
  id: 'tool/ask-parameters',
  subject: 'tool',
  severity: 'error',
  says: 'A parameter of `ask` must be an optional parameter that a form can have.',
  why: 'A form has texts, numbers, true or false, and choices. What is required is rejected before the user is asked.',
  source: ELICITATION,
  good: [`${TITLE}ask: [title]`, `${TITLE}ask: [{ title: Which book? }]`],
  bad: [
    `${TITLE}ask: [titel]`,
    `${TITLE}required: [title]\nask: [title]`,
    'parameters: { shelf: { type: object, description: Where., properties: { room: { type: string } } } }\nask: [shelf]',
  ],
  check({ spec: { ask, parameters = {}, required = [] } }, report) {
    for (const [at, one] of (ask ?? []).entries())
      for (const name of askedNames([one])) {
        const path = typeof one === 'string' ? ['ask', at] : ['ask', at, name];
        const schema = ownMember(parameters, name);
        if (!schema) report(path, ...unknownName('parameter', name, Object.keys(parameters)));
        else if (required.includes(name))
          report(
            path,
            say`Parameter "${name}" is required, so that it is never asked for.`,
            'Delete it from `required`.',
          );
        else if (!FLAT.has(mainType(schema) ?? '') && !(schema.items?.enum && mainType(schema) === 'array'))
          report(
            path,
            say`Parameter "${name}" does not fit into a form.`,
            'Ask for texts, numbers, true or false, and choices.',
          );
      }
  },
});
