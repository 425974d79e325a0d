/** `choices:` of haft.yaml: what a host shows together, and the names in it that lead nowhere. */
import { duplicatesBy } from '../../base/groups.ts';
import { specAt } from '../../spec/shape/place.ts';
import { textOf } from '../../base/sentence.ts';
import type { Config } from '../../check/documents/config.ts';
import { namesInCase } from '../../check/documents/eval.ts';
import { offerIssues } from '../../check/analysis/evals/offers.ts';
import { argumentIssues, noCallIssues, turnIssues } from '../../check/analysis/evals/arguments.ts';
import { neverIssues } from '../../check/analysis/evals/never.ts';
import { stepIssues } from '../../check/analysis/evals/steps.ts';
import { unknownName } from '../../check/analysis/unknown-name.ts';
import type { Diagnostic } from '../../base/diagnostic.ts';
import { resolveChoice } from './choice.ts';
import type { SpecDocument } from '../../spec/yaml/spec.ts';
import { planEval } from '../../plan/eval.ts';
import { referenceProblem } from '../../check/analysis/names/tool-references.ts';
import { type ToolNames, isListed, qualifiedName, writtenText } from '../../check/tool-names.ts';
import { shownPrompts } from '../../plan/sent-case.ts';
import type { Plan, PlannedChoice, ServerPlan, ToolPlan } from '../../plan/model.ts';
import { namesOfPlan, shownTools, toolsNamed } from '../../plan/named-tools.ts';

type Written = NonNullable<Config['choices']>;
type CaseSpec = NonNullable<Written[number]['evals']>[number];

/** With the cases in the form of a Plan. */
export function plannedChoices(written: Written): readonly PlannedChoice[] {
  return written.map(({ evals = [], ...one }) => ({ ...one, evals: evals.map((test) => planEval(test, one.name)) }));
}

/** Findings at the names in haft.yaml; `document` is in its shape. Of two tools with one name, the `released` one is meant. */
export function checkChoices(plan: Plan, document: SpecDocument | undefined, released?: Released): Diagnostic[] {
  if (!document) return [];
  const { choices = [] } = specAt<Config>(document);
  return choices.flatMap((one, index) =>
    problemsOf(one, plan, choices.slice(0, index), released).map(({ path: below, part, message, hint, meant }) => {
      const path = ['choices', index, ...below];
      const edit = meant === undefined ? undefined : document.edit({ kind: 'replace', path, value: meant });
      const fix = edit && { title: `Write "${meant}".`, edits: [edit], repairs: true as const };
      const span = document.at(path, part);
      return { code: CODE, severity: 'error', message, hint, span, about: { path }, ...(fix && { fix }) } as const;
    }),
  );
}

type Released = () => ToolNames | undefined;

const CODE = 'eval/choice';

interface Problem {
  readonly path: readonly (string | number)[];
  readonly part?: 'key';
  readonly message: string;
  readonly hint: string;
  /** The name to write, where that is certain. */
  readonly meant?: string | undefined;
}

function problemsOf(
  one: Written[number],
  plan: Plan,
  earlier: Written,
  released: Released | undefined,
): readonly Problem[] {
  const { name, servers = [], skills = [], evals = [] } = one;
  const { servers: memberServers, skills: loaded } = resolveChoice({ name, servers, skills, evals: [] }, plan);
  const callable = (): string[] => [...shownTools(memberServers).keys(), ...namesOf(loaded)];
  const misnamed = (path: Problem['path'], written: string): Problem[] => {
    const ids = namesOfPlan({ servers: memberServers }).resolve(written);
    const [only] = ids.length === 1 ? toolsNamed({ servers: memberServers }, written) : [];
    if (only && !isListed(only.tool) && path.at(-2) !== 'never') return [unlistedTool(path, written, only.tool)];
    if (ids.length === 1 || namesOf(loaded).includes(written)) return [];
    if (ids.length === 0) return unknown('tool or skill', path, written, callable());
    const message = `Tool name "${written}" is ambiguous: ${ids.length} servers of choice "${name}" have such a tool.`;
    const { meant } =
      referenceProblem(written, namesOfPlan({ servers: memberServers }), namesOf(memberServers), released) ?? {};
    return [{ path, message, hint: `Write ${ids.map((id) => `"${qualifiedName(id)}"`).join(' or ')}.`, meant }];
  };
  return [
    ...(earlier.some((other) => other.name === name)
      ? [{ path: ['name'], message: `Duplicate choice name "${name}".`, hint: 'Rename one of them.' }]
      : []),
    ...(servers.length + skills.length === 0
      ? [{ path: [], message: `Choice "${name}" has no members.`, hint: 'Name them: servers: [...], skills: [...].' }]
      : []),
    ...servers.flatMap((written, at) => unknown('server', ['servers', at], written, namesOf(plan.servers))),
    ...skills.flatMap((written, at) => unknown('skill', ['skills', at], written, namesOf(plan.skills))),
    ...repeatedIds(name, evals),
    ...evals.flatMap((test, at) =>
      namesInCase(test).flatMap(({ path, name: written }) => misnamed(['evals', at, ...path], written)),
    ),
    ...evals.flatMap((test, at) =>
      caseProblems(test, memberServers).map((one) => ({ ...one, path: ['evals', at, ...one.path] })),
    ),
  ];
}

/** Results are recorded by id; cases of its members have ids with their names. */
function repeatedIds(choice: string, evals: readonly CaseSpec[]): Problem[] {
  const ids = evals.flatMap(({ id }, at) => (id === undefined ? [] : { id, at }));
  return duplicatesBy(ids, ({ id }) => id).map(([{ id, at }]) => ({
    path: ['evals', at, 'id'],
    message: `Duplicate eval id "${id}" in choice "${choice}".`,
    hint: 'Rename one of the two, or delete its `id`.',
  }));
}

function unknown(what: string, path: Problem['path'], written: string, names: readonly string[]): Problem[] {
  if (names.includes(written)) return [];
  const [message, hint] = unknownName(what, written, names);
  return [{ path, message, hint }];
}

function unlistedTool(path: Problem['path'], name: string, { deprecated }: ToolPlan): Problem {
  const use = deprecated ? writtenText(deprecated.use) : '';
  return { path, message: `Tool "${name}" is not listed, so no model can choose it.`, hint: `Write "${use}".` };
}

/** Earlier turns, prompts and resources that cannot be sent, and arguments that no expected tool accepts. */
function caseProblems(test: CaseSpec, servers: readonly ServerPlan[]): readonly Problem[] {
  const turns = turnIssues(test.after ?? []).map(({ at, message, hint }) => {
    return { message: textOf(message), hint, path: ['after', at] };
  });
  const offers = offerIssues(test, offersOf(servers)).map(([path, message, hint, part]) => {
    return { path, message: textOf(message), hint, ...(part && { part }) };
  });
  const steps = (test.via ?? []).flatMap((step, at) => {
    const [of] = toolsNamed({ servers }, step.call);
    const holders = of && [of.tool, { ...of.server, tools: [] }];
    return stepIssues(step, holders).map(({ path, message, hint }) => {
      return { message: textOf(message), hint, path: ['via', at, ...path] };
    });
  });
  const idOf = (name: string): string => namesOfPlan({ servers }).resolve(name).map(qualifiedName).join() || name;
  const ruledOut = neverIssues(test, '', idOf).map(({ message, ...one }) => ({ ...one, message: textOf(message) }));
  const wanted = typeof test.expect === 'object' ? test.expect.any_of : [test.expect];
  const tools = wanted.flatMap((name) => toolsNamed({ servers }, name).map(({ tool }) => tool));
  const byTool = tools.map(({ inputSchema: { properties = {}, $defs: definitions = {}, required = [] } }) =>
    argumentIssues(test, { parameters: properties, definitions, required, groups: [], isImported: false }),
  );
  const fits = byTool.some((issues) => issues.length === 0);
  const issues = fits ? [] : (byTool[0] ?? noCallIssues(test));
  const others = issues.map((issue) => ({ ...issue, path: ['arguments', ...issue.path] }));
  return [...turns, ...offers, ...steps, ...ruledOut, ...others];
}

function offersOf(servers: readonly ServerPlan[]): Parameters<typeof offerIssues>[1] {
  return {
    prompts: [...shownPrompts(servers)].map(([name, { prompt }]) => ({ ...prompt, name })),
    resources: servers.flatMap(({ resources = [] }) => resources),
    isBinary: (file) => !servers.some(({ texts }) => texts?.[file] !== undefined),
  };
}

function namesOf(parts: readonly { readonly name: string }[]): readonly string[] {
  return parts.map(({ name }) => name);
}
