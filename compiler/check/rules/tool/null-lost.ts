/** A null argument is sent as a value. */
import { parseTemplate, wholeVariable } from '@haft/runtime/language';
import type { Json } from '@haft/runtime/language';
import type { StepParts } from '../../../spec/behaviors/behavior.ts';
import { allSteps, behaviorsOf } from '../../../spec/behaviors/index.ts';
import { isOrNull } from '../../analysis/schemas/or-null.ts';
import { rule } from '../../rule.ts';

const lending = (behavior: string): string => `name: search_books
---
kind: tool
name: prolong_loan
server: library
effects: write
description: { does: Gives a loan another day of return., when: the user keeps a book longer }
parameters: { due: { type: [string, "null"], format: date, description: Day of return; null removes it. } }
required: [due]
${behavior}`;

export const nullLost = rule({
  id: 'tool/null-lost',
  subject: 'tool',
  severity: 'warning',
  says: 'A parameter that may be null should be sent where null is a value, or have a translation of null.',
  profiles: ['ext'],
  why: 'In a query, a form, a text or an argument list null counts as absent: the call succeeds, and the field that the model meant to clear is unchanged.',
  source: 'EXT §7 rule 3 (a result states what happened); ADR 20 (null clears a field)',
  good: [
    'parameters: { due: { type: [string, "null"], format: date, description: Day of return; null removes it. } }\nhandler: handlers.ts',
    lending('command: { argv: [loans, ["--due={due}"]], translate: { due: { "null": none } } }'),
  ],
  bad: [lending('command: { argv: [loans, ["--due={due}"]] }'), lending('command: { argv: [loans], stdin: "{due}" }')],
  check({ spec }, report) {
    if (behaviorsOf(spec).some(({ isCode }) => isCode)) return;
    const steps = allSteps(spec).map(({ parts }) => parts);
    for (const [name, schema] of Object.entries(spec.parameters ?? {})) {
      if (!isOrNull(schema) || !steps.some((parts) => isUsed(name, parts))) continue;
      if (steps.some((parts) => keepsNull(name, parts))) continue;
      report(
        ['parameters', name, 'type'],
        `Null counts as absent wherever "${name}" is used, so a call with null changes nothing.`,
        `Write what null means there, as translate: { ${name}: { "null": none } }, send "{${name}}" in \`json\`, or remove "null".`,
      );
    }
  },
});

function isUsed(name: string, { templates, parameters, passesAll }: StepParts): boolean {
  return (
    passesAll ||
    parameters.some((one) => one.name === name) ||
    templates.some(({ text, inPath = false }) => !inPath && (text.includes(`{${name}}`) || text.includes(`{${name}.`)))
  );
}

function keepsNull(name: string, { typed, passesAll, translate }: StepParts): boolean {
  return passesAll || translate?.[name]?.['null'] !== undefined || (typed !== undefined && isSent(name, typed));
}

/** As a value of its own, which keeps its type. */
function isSent(name: string, body: Json): boolean {
  if (typeof body === 'string') return wholeVariable(parseTemplate(body))?.path[0] === name;
  return typeof body === 'object' && body !== null && Object.values(body).some((inner: Json) => isSent(name, inner));
}
