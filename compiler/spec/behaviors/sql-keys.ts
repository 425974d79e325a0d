/** What no shape can say of the keys of `sql:`: which belong together, and which values are bound where. */
import { templateRoots } from './variables.ts';
import { mainType, ownMember } from '@haft/runtime/language';
import { type PlacedProblem, type ToolContext, below } from './behavior.ts';
import { resumeProblems } from './sql-resume.ts';
import { type SqlSpec, type StatementSpec, partsIn, statementsOf } from './sql-shape.ts';

/** Paths are below the behavior. */
export function keyProblems(spec: SqlSpec, tool: ToolContext): PlacedProblem[] {
  const { resume, statement } = spec;
  return [
    ...formProblems(spec, tool),
    ...statementsOf(spec).flatMap(({ path, spec: step }) => below(path, statementProblems(step, tool))),
    ...(resume === undefined || statement === undefined ? [] : resumeProblems(resume, statement, spec, tool)),
  ];
}

/** Which of `statement` and `steps` there is, and keys that have no effect with it. */
function formProblems(
  { database: _database, statement, steps, max_bytes: _bytes, errors: _errors, result: _result, ...own }: SqlSpec,
  { parameters = {} }: ToolContext,
): PlacedProblem[] {
  if (!steps && statement !== undefined) return [];
  if (!steps)
    return [{ path: [], message: '`sql` has no statement.', hint: 'Add `statement:`, or `steps:` for several.' }];
  const names = steps.map(({ name }) => name);
  return [
    ...Object.keys({ ...own, ...(statement !== undefined && { statement }) }).map((key): PlacedProblem => ({
      path: [key],
      part: 'key',
      message: `\`${key}\` has no effect with \`steps\`.`,
      hint: key === 'resume' ? 'Remove it, or use one statement.' : 'Move it into a step, or remove it.',
    })),
    ...steps.flatMap(({ name }, at): PlacedProblem[] => {
      if (name === undefined || names.indexOf(name) === at) return [];
      const message = `Two steps have the name "${name}".`;
      return [{ path: ['steps', at, 'name'], message, hint: 'Give each step a name of its own.' }];
    }),
    ...(Object.hasOwn(parameters, 'steps') ? [{ path: ['steps'], part: 'key' as const, ...STEPS_TAKEN }] : []),
  ];
}

const STEPS_TAKEN = {
  message: 'A parameter is named "steps", as the rows of earlier steps are: {steps.name.column}.',
  hint: 'Rename the parameter.',
};

function statementProblems(spec: StatementSpec, tool: ToolContext): PlacedProblem[] {
  return [
    ...valueProblems(spec, tool),
    ...chooseProblems(spec, tool),
    ...likeProblems(spec, tool),
    ...rowProblems(spec),
  ];
}

/** What has no value is left out with its group, and nowhere else: NULL is equal to nothing. */
function valueProblems(
  { statement, choose = {} }: StatementSpec,
  { parameters = {}, required = [] }: ToolContext,
): PlacedProblem[] {
  return partsIn(statement).flatMap((part, at): PlacedProblem[] => {
    const path = typeof statement === 'string' ? ['statement'] : ['statement', at];
    const names = templateRoots([part].flat().join(' '));
    if (typeof part === 'string') {
      const absent = names.find((name) => {
        const schema = ownMember(parameters, name);
        return schema !== undefined && schema.default === undefined && !required.includes(name);
      });
      if (absent === undefined) return [];
      const message = `Parameter "${absent}" is optional, but this text of the statement is always sent.`;
      const hint = `Put the clause into a list, such as ["and ${absent} = {${absent}}"], add "${absent}" to \`required\`, or give it a default.`;
      return [{ path, word: `{${absent}}`, message, hint }];
    }
    if (names.some((name) => !Object.hasOwn(choose, name))) return [];
    const message = 'A group without a value is never left out.';
    return [{ path, message, hint: 'Write it as a text, not as a list, or use a parameter in it.' }];
  });
}

/** Each value of a closed list has its text. */
function chooseProblems({ choose = {} }: StatementSpec, { parameters = {} }: ToolContext): PlacedProblem[] {
  return Object.entries(choose).flatMap(([name, table]): PlacedProblem[] => {
    const schema = ownMember(parameters, name);
    if (!schema) return [];
    const place = { path: ['choose', name], part: 'key' } as const;
    const values = (schema.enum ?? []).map(String);
    const texted = Object.keys(table);
    if (values.length === 0) {
      const message = `Parameter "${name}" must have an \`enum\`, whose values choose the text.`;
      return [{ ...place, message, hint: `Add enum: [${texted.join(', ')}] to it.` }];
    }
    const missing = values.find((value) => !texted.includes(value));
    if (missing !== undefined) {
      const message = `\`choose\` has no text for the value "${missing}" of "${name}".`;
      return [{ ...place, message, hint: 'Add it, or remove the value from the `enum`.' }];
    }
    const strange = texted.filter((value) => !values.includes(value));
    return strange.map((value) => {
      const message = `"${value}" is not a value of "${name}".`;
      return { path: ['choose', name, value], part: 'key', message, hint: `Known values: ${values.join(', ')}.` };
    });
  });
}

function likeProblems({ like = {} }: StatementSpec, { parameters = {} }: ToolContext): PlacedProblem[] {
  return Object.keys(like).flatMap((name): PlacedProblem[] => {
    const schema = ownMember(parameters, name);
    if (!schema || mainType(schema) === 'string') return [];
    const message = `Parameter "${name}" must be a string to be a pattern of LIKE.`;
    return [{ path: ['like', name], part: 'key', message, hint: 'Change its type, or remove it here.' }];
  });
}

/** Keys about rows that the tool does not return. */
function rowProblems({ rows = 'many', expect, on_none, max_rows }: StatementSpec): PlacedProblem[] {
  const idle = (key: string, needs: string): PlacedProblem => ({
    path: [key],
    part: 'key',
    message: `\`${key}\` has no effect with \`rows: ${rows}\`.`,
    hint: `Use \`${needs}\`, or remove it.`,
  });
  return [
    ...(expect !== undefined && rows !== 'affected' ? [idle('expect', 'rows: affected')] : []),
    ...(max_rows !== undefined && rows !== 'many' ? [idle('max_rows', 'rows: many')] : []),
    ...(on_none && rows === 'many' ? [idle('on_none', 'rows: one')] : []),
    ...(on_none && rows === 'affected' && expect === undefined ? [idle('on_none', 'expect: 1')] : []),
  ];
}
