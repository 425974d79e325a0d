/** Each parameter of a tool without code is used in what the tool sends or runs. */
import { behaviorsOf } from '../../../spec/behaviors/index.ts';
import type { ToolSpec } from '../../documents/tool.ts';
import { rule } from '../../rule.ts';

const listing = (keys: string): string => `name: search_books
---
kind: tool
name: list_titles
server: library
effects: read
description: { does: Lists titles with a word in them., when: the user remembers a word }
${keys}`;

export const parameterUnused = rule({
  id: 'tool/parameter-unused',
  subject: 'tool',
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
  ],
  check({ spec }, report) {
    const given = declared(spec);
    if (given === undefined) return;
    for (const name of Object.keys(spec.parameters ?? {})) {
      if (isUsed(name, given)) continue;
      report(
        ['parameters', name],
        `Parameter "${name}" of tool "${spec.name}" is not used.`,
        `Write "{${name}}" where its value belongs, or remove the parameter.`,
        { part: 'key' },
      );
    }
  },
});

/** What the tool does, as JSON; nothing where code does it, or all parameters are passed on. What a value is translated to is no use of it. */
function declared(spec: ToolSpec): string | undefined {
  const behaviors = behaviorsOf(spec);
  const passesAll = behaviors.some(({ isCode, steps }) => isCode || steps.some(({ parts }) => parts.passesAll));
  if (behaviors.length === 0 || passesAll) return undefined;
  const keys: ReadonlySet<string> = new Set(behaviors.map(({ key }) => key));
  const given = Object.entries(spec).filter(([key]) => keys.has(key));
  return JSON.stringify(given, (key, value: unknown) => (key === 'translate' ? undefined : value));
}

/** In a template, as the key of a flag, or by its name alone. */
function isUsed(name: string, json: string): boolean {
  return ['{', '"'].some((before) => ['}', '.', '|', '"'].some((after) => json.includes(before + name + after)));
}
