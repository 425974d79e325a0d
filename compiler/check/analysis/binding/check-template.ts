/** Checks that every variable of a template is declared. */
import { templateOf } from '../../../spec/behaviors/variables.ts';
import { meantOr } from '../unknown-name.ts';
import { say } from '../../../base/sentence.ts';
import type { TranslateTable } from '@haft/runtime';
import { type Schema, type TemplateProblem, type TemplateVariable, ownMember } from '@haft/runtime/language';
import type { BehaviorProblem, TemplateUse } from '../../../spec/behaviors/behavior.ts';
import type { ServerSpec } from '../../documents/server.ts';
import { askedNames } from '../../../spec/behaviors/behavior.ts';
import type { ToolSpec } from '../../documents/tool.ts';
import { isOrNull } from '../schemas/inner-schemas.ts';

interface Variables {
  readonly translate?: TranslateTable | undefined;
  readonly env: ServerSpec['env'];
  /** Undefined where no arguments are: in a connection or a program of the server. */
  readonly tool: ToolSpec | undefined;
  /** Of the server: it knows its users. */
  readonly auth?: ServerSpec['auth'];
}

export function checkTemplate(use: TemplateUse, variables: Variables): BehaviorProblem[] {
  const template = templateOf(use.text);
  if (template.problem) {
    return [
      {
        message: `In ${JSON.stringify(use.text)}: ${messageOf(template.problem)}`,
        hint: 'Variables are {name}, {env.NAME} and {env.NAME|fallback}; write {{ and }} for literal braces.',
      },
    ];
  }
  return template.parts.flatMap((part) => {
    const problem = typeof part === 'string' ? undefined : problemOf(part, use, variables);
    return problem && typeof part !== 'string'
      ? [{ ...problem, word: use.text.slice(part.offset, part.offset + part.length) }]
      : [];
  });
}

function messageOf({ text }: TemplateProblem): string {
  if (text === '{') return 'Unclosed brace; write {{ for a literal brace.';
  if (text === '}') return 'Unexpected closing brace; write }} for a literal brace.';
  const [, name] = /^\{(\w+(?:\.\w+)*)\|/.exec(text) ?? [];
  return name === undefined
    ? `"${text}" is not a valid variable: a name has letters, digits, "_" and "."; write {{ and }} for literal braces.`
    : `Only an env variable can have a fallback; "${name}" is not one.`;
}

function problemOf(
  variable: TemplateVariable,
  use: TemplateUse,
  { env, tool, translate, auth }: Variables,
): BehaviorProblem | undefined {
  const [root = '', ...rest] = variable.path;
  if (root === 'env') return unknownEnv(variable, Object.keys(env ?? {}));
  if ((root === 'item' && use.inItem) || (root === 'response' && use.inResponse)) return undefined;
  if (root === 'steps' && use.rows) return unknownStep(variable, use.rows);
  if (root === 'user' && auth && rest.length > 0 && (tool ?? use.isOfCall)) return undefined;
  if (root === 'caller' && rest[0] === 'header' && auth && !Object.hasOwn(tool?.parameters ?? {}, 'caller'))
    return use.isSentOn ? unknownHeader(variable, auth.headers) : NOT_IN_HEADERS;
  if (!tool) {
    return {
      message: `"{${variable.name}}" cannot be used in a connection or program of the server.`,
      hint: 'Use {env.NAME} or {env.NAME|fallback}; arguments are available only in tools.',
    };
  }
  return unknownParameter(variable, root, rest, tool) ?? absentInPath(root, use, tool, translate);
}

const NOT_IN_HEADERS: BehaviorProblem = {
  message: 'A header of the caller can only be sent on in a header of a connection.',
  hint: 'Write it under `headers:` of the connection; what decides about data is a claim of the token, such as {user.subject}.',
};

function unknownHeader({ path }: TemplateVariable, headers: AuthHeaders = {}): BehaviorProblem | undefined {
  const [, , name = '', ...more] = path;
  const names = Object.keys(headers);
  if (more.length === 0 && names.some((one) => one.toLowerCase() === name.toLowerCase())) return undefined;
  const declare = `Declare it under \`headers:\` of \`auth\`: ${name || 'X-Notes-Key'}: { description: … }.`;
  return {
    message: `The header "${[name, ...more].join('.')}" of the caller is not declared.`,
    hint: meantOr(name, names, declare, (guess) => `{caller.header.${guess}}`),
  };
}

type AuthHeaders = NonNullable<ServerSpec['auth']>['headers'];

function unknownEnv(variable: TemplateVariable, names: readonly string[]): BehaviorProblem | undefined {
  const name = variable.path.slice(1).join('.');
  // A variable with a fallback must be declared as well: users read the list of `env:`.
  if (names.includes(name)) return undefined;
  return {
    message: `The environment variable "${name}" is not declared.`,
    hint: meantOr(name, names, `Declare it under \`env:\` of the server: ${name}: { description: … }.`),
  };
}

function unknownStep({ name, path }: TemplateVariable, steps: readonly string[]): BehaviorProblem | undefined {
  const [, step = '', ...column] = path;
  if (column.length > 0 && steps.includes(step)) return undefined;
  const message = `"{${name}}" is no column of an earlier step.`;
  const form = (one: string): string => `{steps.${one}.column}`;
  const hint =
    steps.length === 0
      ? 'Give an earlier step a `name` and `rows: one`.'
      : `Earlier steps with \`rows: one\`: ${steps.map(form).join(', ')}.`;
  return { message, hint };
}

function unknownParameter(
  variable: TemplateVariable,
  root: string,
  rest: readonly string[],
  tool: ToolSpec,
): BehaviorProblem | undefined {
  const parameters = tool.parameters ?? {};
  const parameter = ownMember(parameters, root);
  if (!parameter) {
    const message = say`"{${variable.name}}" is not a parameter of tool "${tool.name}".`;
    const declare = 'Declare it under `parameters:`, or write {{ and }} for literal braces.';
    return { message, hint: meantOr(root, Object.keys(parameters), declare, (guess) => `{${guess}}`) };
  }
  return hasProperty(parameter, rest)
    ? undefined
    : {
        message: `Parameter "${root}" has no property "${rest.join('.')}".`,
        hint: parameter.properties
          ? 'Declare it under `properties` of the parameter.'
          : `It has no properties; write "{${root}}".`,
      };
}

function hasProperty(schema: Schema, path: readonly string[]): boolean {
  const [first, ...rest] = path;
  if (first === undefined) return true;
  const inner = ownMember(schema.properties ?? {}, first);
  return inner !== undefined && hasProperty(inner, rest);
}

/** What has no value, or counts as absent, in a text that needs all of its values. */
function absentInPath(
  root: string,
  use: TemplateUse,
  tool: ToolSpec,
  translate: TranslateTable = {},
): BehaviorProblem | undefined {
  if (!use.inPath) return undefined;
  const schema = tool.parameters?.[root];
  const isGiven = tool.required?.includes(root) || askedNames(tool.ask).includes(root);
  if (schema?.default === undefined && !isGiven) {
    return {
      message: say`Parameter "${root}" is optional, but this value cannot be built without it.`,
      hint: say`Add "${root}" to \`required\`, or give it a default.`,
    };
  }
  if (!isOrNull(schema) || translate[root]?.['null'] !== undefined) return undefined;
  return {
    message: say`Parameter "${root}" may be null, but this value cannot be built from null.`,
    hint: `Remove "null" from its type, or write what null means: translate: { ${root}: { "null": none } }.`,
  };
}
