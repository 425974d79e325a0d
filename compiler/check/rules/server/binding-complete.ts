/** Everything that a behavior names is declared: connections, variables, environment, results. */
import type { ResultTable } from '@haft/runtime';
import type { NodePath } from '../../../load/spec.ts';
import { checkResult } from '../../binding/check-result.ts';
import type { PlacedProblem } from '../../binding/check-result.ts';
import { checkTemplate } from '../../binding/check-template.ts';
import { stepsOf } from '../../binding/steps.ts';
import { commandTemplates, connectionTemplates, httpTemplates } from '../../binding/template-use.ts';
import type { TemplateUse } from '../../binding/template-use.ts';
import { rule } from '../../rule.ts';
import type { ServerSpec } from '../../documents/server.ts';
import type { CommandStepSpec, HttpStepSpec, ToolSpec } from '../../documents/tool.ts';
import { unknownName } from '../../unknown-name.ts';

export const bindingComplete = rule({
  id: 'server/binding-complete',
  subject: 'server',
  severity: 'error',
  locked: true,
  says: 'Whatever a behavior names is declared: connections, variables, environment, results.',
  why: 'An undeclared variable would send a request without the user’s input, and the model would trust the response.',
  source: 'EXT §7 (a tool is listed but the call fails)',
  good: [
    'connections: { shop: { base_url: "https://shop.example/{env.SHOP_PATH|v1}" } }\nenv: { SHOP_PATH: { description: Version of the shop. } }',
    'connections: { shop: { base_url: "https://shop.example", headers: { Accept: "text/{{plain}}" } } }',
  ],
  bad: [
    'connections: { shop: { base_url: "https://shop.example/{env.SHOP_PTH}" } }\nenv: { SHOP_PATH: { description: Version of the shop. } }',
    'connections: { shop: { base_url: "https://shop.example/{query}" } }',
  ],
  check(server, report) {
    for (const [name, connection] of Object.entries(server.spec.connections ?? {})) {
      const problems = templateProblems(connectionTemplates(connection), server.spec, undefined);
      for (const { path, message, hint, word } of problems)
        report(['connections', name, ...path], message, hint, { word });
    }
    for (const tool of server.tools) {
      for (const { path, message, hint, word, part } of toolProblems(tool.spec, server.spec))
        report(path, message, hint, { on: tool, word, ...(part && { part }) });
    }
  },
});

function toolProblems(tool: ToolSpec, server: ServerSpec): PlacedProblem[] {
  const { http, command } = tool;
  return [
    ...stepsOf(http).flatMap(({ step, path }) => below(['http', ...path], httpProblems(step, tool, server))),
    ...stepsOf(command).flatMap(({ step, path }) => below(['command', ...path], commandProblems(step, tool, server))),
    ...(http?.result ? checkResult(http.result, tool, ['http', 'result']) : []),
    ...(command?.result ? checkResult(command.result, tool, ['command', 'result']) : []),
    ...headerRules(command?.result ?? {}),
  ];
}

function below(base: NodePath, problems: readonly PlacedProblem[]): PlacedProblem[] {
  return problems.map((problem) => ({ ...problem, path: [...base, ...problem.path] }));
}

function httpProblems(http: HttpStepSpec, tool: ToolSpec, server: ServerSpec): PlacedProblem[] {
  const connections = Object.keys(server.connections ?? {});
  return [
    ...(connections.includes(http.connection)
      ? []
      : [unknown(['connection'], 'connection', http.connection, connections)]),
    ...templateProblems(httpTemplates(http), server, tool),
    ...(http.json !== undefined && http.text !== undefined ? [TWO_BODIES] : []),
    ...translateProblems(http.translate, tool),
  ];
}

function commandProblems(command: CommandStepSpec, tool: ToolSpec, server: ServerSpec): PlacedProblem[] {
  const declared = Object.keys(server.env ?? {});
  const undeclared = (command.env ?? []).map((name, index) => ({ name, path: ['env', index] }));
  return [
    ...undeclared
      .filter(({ name }) => !declared.includes(name))
      .map(({ name, path }) => unknown(path, 'environment variable', name, declared)),
    ...templateProblems(commandTemplates(command), server, tool),
    ...translateProblems(command.translate, tool),
  ];
}

const TWO_BODIES: PlacedProblem = {
  path: ['text'],
  part: 'key',
  message: 'This request has two bodies: `json` and `text`.',
  hint: 'Keep one of them.',
};

function headerRules(result: ResultTable): PlacedProblem[] {
  return Object.entries(result).flatMap(([name, rule]) => {
    if (typeof rule === 'string' || !('header' in rule)) return [];
    const path = ['command', 'result', name, 'header'];
    return [
      { path, message: 'A command has no response headers.', hint: 'Take the value from the output with `pointer`.' },
    ];
  });
}

function templateProblems(
  uses: readonly TemplateUse[],
  server: ServerSpec,
  tool: ToolSpec | undefined,
): PlacedProblem[] {
  return uses.flatMap((use) => {
    return checkTemplate(use, { env: server.env, tool }).map((problem) => ({ ...problem, path: use.path }));
  });
}

/** A value that the parameter cannot have would never be translated. */
function translateProblems(table: HttpStepSpec['translate'], tool: ToolSpec): PlacedProblem[] {
  const parameters = Object.keys(tool.parameters ?? {});
  return Object.entries(table ?? {}).flatMap(([name, values]) => {
    if (!parameters.includes(name)) return [unknown(['translate', name], 'parameter', name, parameters)];
    const allowed =
      tool.parameters?.[name]?.enum?.map((value) => (typeof value === 'string' ? value : JSON.stringify(value))) ?? [];
    const strange = allowed.length === 0 ? [] : Object.keys(values).filter((value) => !allowed.includes(value));
    return strange.map((value): PlacedProblem => {
      const [, hint] = unknownName('value', value, allowed);
      return {
        path: ['translate', name, value],
        part: 'key',
        message: `"${value}" is not a value of "${name}".`,
        hint,
      };
    });
  });
}

function unknown(path: NodePath, what: string, name: string, known: readonly string[]): PlacedProblem {
  const [message, hint] = unknownName(what, name, known);
  return { path, message, hint };
}
