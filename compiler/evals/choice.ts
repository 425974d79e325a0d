/** What a model chooses from, with the cases that test the choice: a server with its tools, or a skill (EXT §9.3). */
import { compareText } from '../diagnostic.ts';
import { memoizeBy } from '../memo.ts';
import { textHash } from '../plan/hash.ts';
import type { Plan, ServerPlan, SkillPlan } from '../plan/model.ts';

export interface Choice {
  readonly kind: 'server' | 'skill';
  readonly name: string;
  /** Of everything in it that a model sees. */
  readonly hash: string;
  /** Of all cases: requests, arguments and expectations. */
  readonly casesHash: string;
  readonly cases: readonly ChoiceCase[];
  /** What a model sees of each tool, or of the skill, by name. */
  readonly visible: ReadonlyMap<string, string>;
}

export interface ChoiceCase {
  /** Of its content: the same while cases around it come and go. */
  readonly id: string;
  readonly request: string;
  /** The tool or skill that has the case. */
  readonly owner: string;
  /** Nothing of the choice may be chosen: several tools can have the same request. */
  readonly negative: boolean;
}

/** `server/library`: how records name a choice. */
export function choiceKey({ kind, name }: Pick<Choice, 'kind' | 'name'>): string {
  return `${kind}/${name}`;
}

/** All choices of a Plan, those without cases too. */
export function choicesOf({ servers, skills }: Plan): Choice[] {
  return [...servers.map(serverChoice), ...skills.map(skillChoice)];
}

/** All tools of a server are in one choice: a change of one affects the evals of all. */
const serverChoice = memoizeBy(({ name, summary, tools }: ServerPlan): Choice => {
  const cases = tools.flatMap((tool) =>
    tool.evals.map(({ query, arguments: args, expect }) =>
      caseOf(tool.name, query, sortedKeys(args ?? null), expect === null),
    ),
  );
  const visible = new Map(
    tools.map((tool) => [tool.name, JSON.stringify([tool.name, tool.title, tool.description.text, tool.inputSchema])]),
  );
  return choiceOf('server', name, cases, new Map([...visible, ['', summary]]));
});

/** Hosts show the name and the description of a skill; its body is read after the choice. */
const skillChoice = memoizeBy(({ name, description, evals }: SkillPlan): Choice => {
  const cases = evals.map(({ input, expected_behavior: behavior, should_trigger: trigger }) =>
    caseOf(name, input, behavior, !trigger),
  );
  return choiceOf('skill', name, cases, new Map([[name, JSON.stringify([name, description.text])]]));
});

function choiceOf(
  kind: Choice['kind'],
  name: string,
  cases: readonly ChoiceCase[],
  visible: ReadonlyMap<string, string>,
): Choice {
  const ids = cases.map(({ id }) => id).sort(compareText);
  return {
    kind,
    name,
    hash: textHash(JSON.stringify([...visible.entries()])),
    casesHash: textHash(ids.join('\n')),
    cases,
    visible,
  };
}

function caseOf(owner: string, request: string, expected: unknown, negative: boolean): ChoiceCase {
  return { id: textHash(JSON.stringify([owner, request, expected, negative])), request, owner, negative };
}

/** The order in which arguments are written makes no other case. */
function sortedKeys(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sortedKeys);
  if (typeof value !== 'object' || value === null) return value;
  const members = Object.entries(value).sort(([a], [b]) => compareText(a, b));
  return members.map(([key, member]) => [key, sortedKeys(member)]);
}
