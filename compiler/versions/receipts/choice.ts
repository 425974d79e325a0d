/** What a model chooses from, with the cases that test the choice: a server with its tools, or a skill (EXT §9.3). */
import { compareText } from '../../base/diagnostic.ts';
import { memoizeBy, memoizeByParts } from '../../base/memo.ts';
import { textHash } from '../../plan/hash.ts';
import { failureWithCode } from '../../check/analysis/prose/failure-text.ts';
import { type ToolId, type ToolReference, isListed } from '../../check/tool-names.ts';
import { withNames } from '../../plan/eval.ts';
import type { EvalStep, Plan, PlannedChoice, ServerPlan, SkillPlan, ToolEval } from '../../plan/model.ts';
import { shownName, shownTools } from '../../plan/named-tools.ts';
import { type PromptedServer, type SentCase, promptedBy, sentCase } from '../../plan/sent-case.ts';

export interface Choice {
  readonly kind: 'server' | 'skill' | 'choice';
  readonly name: string;
  /** Of everything in it that a model sees; made when it is asked for. */
  readonly hash: string;
  /** Of all cases: requests, arguments and expectations; made when it is asked for. */
  readonly casesHash: string;
  /** Made when they are asked for, as is `visible`. */
  readonly cases: readonly ChoiceCase[];
  readonly servers: readonly ServerPlan[];
  readonly skills: readonly SkillPlan[];
  /** What a model sees of each tool, or of the skill, by name. */
  readonly visible: ReadonlyMap<string, string>;
}

export interface ChoiceCase {
  /** The author's, or else its mark. */
  readonly id: string;
  /** Hash of its content: the same while cases around it come and go. */
  readonly mark: string;
  readonly request: string;
  /** What is sent in place of the request; absent where that is all. */
  readonly sent?: SentCase;
  /** With the names of `shownTools`. */
  readonly test: ToolEval;
  /** What the owner is. */
  readonly home: 'tool' | 'skill' | 'choice';
  /** Among the cases of its owner, from 0. */
  readonly index: number;
  /** The tool (as `shownTools` names it), skill or choice that has the case. */
  readonly owner: string;
  /** Where the owner is a tool. */
  readonly tool?: ToolId;
  /** Nothing of the choice may be chosen: several tools can have the same request. */
  readonly negative: boolean;
}

/** `server/library`: how records name a choice. */
export function choiceKey({ kind, name }: Pick<Choice, 'kind' | 'name'>): string {
  return `${kind}/${name}`;
}

/** Every server and every skill of a Plan alone, those without cases too. */
export function choicesOf({ servers, skills }: Plan): Choice[] {
  return [...servers.map((server) => serverChoice({ server, skills })), ...skills.map(skillChoice)];
}

/** All tools of a server are in one choice: a change of one affects the evals of all. */
const serverChoice = memoizeByParts(promptedBy, ({ server, skills }: PromptedServer): Choice => {
  const { name, summary, instructions = summary } = server;
  const tools = server.tools.filter(isListed);
  return choiceOf({
    kind: 'server',
    name,
    servers: [server],
    skills: [],
    casesOf: () =>
      tools.flatMap((tool) =>
        tool.evals.map((test, index) => {
          const named = withShownNames(test, [server], [name]);
          const one = writtenCase('tool', tool.name, test, named, { servers: [server], skills });
          return { ...one, tool: { server: name, tool: tool.name }, index };
        }),
      ),
    visibleOf: () =>
      new Map([
        ...tools.map(
          (tool) =>
            [tool.name, JSON.stringify([tool.name, tool.title, tool.description.text, tool.inputSchema])] as const,
        ),
        ['', instructions],
      ]),
  });
});

/** Hosts show the name and the description of a skill; its body is read after the choice. */
const skillChoice = memoizeBy((skill: SkillPlan): Choice => {
  const { name, description, evals } = skill;
  const casesOf = (): ChoiceCase[] =>
    evals.map(({ input, expected_behavior: behavior, should_trigger: trigger }, index) => {
      const test: ToolEval = { query: input, expect: trigger ? name : null };
      return { ...caseOf('skill', name, test, behavior), index };
    });
  const visibleOf = (): Choice['visible'] => new Map([[name, JSON.stringify([name, description.text])]]);
  return choiceOf({ kind: 'skill', name, servers: [], skills: [skill], casesOf, visibleOf });
});

/** Each server and each skill alone, then the choices of haft.yaml; members that a Plan does not have are left out. */
export function allChoices(plan: Plan, together: readonly PlannedChoice[]): readonly Choice[] {
  return [...choicesOf(plan), ...together.map((one) => resolveChoice(one, plan))];
}

/** Its own cases, and those of its members that expect a call: what no member serves, another one may. */
export function resolveChoice({ name, servers = [], skills = [], evals }: PlannedChoice, plan: Plan): Choice {
  const members = [
    ...plan.servers
      .filter((one) => servers.includes(one.name))
      .map((server) => serverChoice({ server, skills: plan.skills })),
    ...plan.skills.filter((one) => skills.includes(one.name)).map(skillChoice),
  ];
  const allServers = members.flatMap((member) => member.servers);
  const own = evals.map((test, index) => {
    const shared = { servers: allServers, skills: plan.skills };
    return { ...writtenCase('choice', name, test, withShownNames(test, allServers), shared), index };
  });
  const theirs = members.flatMap((member) =>
    member.cases
      .filter(
        ({ negative, test: { expect } }) => !negative && !(typeof expect === 'object' && expect && 'ask' in expect),
      )
      .map((one) => ({ ...one, ...shownIn(one, allServers), id: `${choiceKey(member)}/${one.id}` })),
  );
  const visible = members.flatMap((member) =>
    [...member.visible].map(([part, text]) => [`${choiceKey(member)}/${part}`, text] as const),
  );
  return choiceOf({
    kind: 'choice',
    name,
    servers: allServers,
    skills: members.flatMap((member) => member.skills),
    casesOf: () => [...own, ...theirs],
    visibleOf: () => new Map(visible),
  });
}

function shownIn(
  { tool, test, owner }: ChoiceCase,
  servers: readonly ServerPlan[],
): Pick<ChoiceCase, 'test' | 'owner'> {
  if (!tool) return { test, owner };
  const near = [tool.server];
  return { test: withShownNames(test, servers, near), owner: shownName(servers, tool.tool, near) };
}

function withShownNames<N extends string | ToolReference>(
  test: ToolEval<N>,
  servers: readonly ServerPlan[],
  near?: readonly string[],
): ToolEval {
  const named = withNames(test, (written) => shownName(servers, written, near));
  return named.via ? { ...named, via: named.via.map((step) => withWording(step, servers)) } : named;
}

/** The words of the spec, so that a change of them is another case. */
function withWording(step: EvalStep, servers: readonly ServerPlan[]): EvalStep {
  const { call, fails } = step;
  const of = shownTools(servers).get(call);
  const failure = typeof fails === 'string' && of && failureWithCode(fails, [of.tool, { ...of.server, tools: [] }]);
  return failure ? { ...step, fails: failure } : step;
}

/** Another choice with the same parts; a copy by `...` would make all of it at once. */
export function withCases({ kind, name, servers, skills, visible }: Choice, cases: readonly ChoiceCase[]): Choice {
  return choiceOf({ kind, name, servers, skills, casesOf: () => cases, visibleOf: () => visible });
}

/** With those cases that pass a test; a choice without any is left out. */
export function withSomeCases(
  choices: readonly Choice[],
  isWanted: (one: ChoiceCase, choice: Choice) => boolean,
): readonly Choice[] {
  return choices.flatMap((choice) => {
    const cases = choice.cases.filter((one) => isWanted(one, choice));
    return cases.length === 0 ? [] : [{ ...choice, cases }];
  });
}

interface ChoiceParts extends Pick<Choice, 'kind' | 'name' | 'servers' | 'skills'> {
  readonly casesOf: () => Choice['cases'];
  readonly visibleOf: () => Choice['visible'];
}

/** Most choices are only asked for their name: they did not change. */
function choiceOf({ casesOf, visibleOf, ...named }: ChoiceParts): Choice {
  let [cases, visible]: [Choice['cases']?, Choice['visible']?] = [];
  return {
    ...named,
    get cases() {
      return (cases ??= casesOf());
    },
    get visible() {
      return (visible ??= visibleOf());
    },
    get hash() {
      return textHash(JSON.stringify([...this.visible.entries()]));
    },
    get casesHash() {
      return textHash(
        this.cases
          .map(({ id, mark }) => `${id} ${mark}`)
          .sort(compareText)
          .join('\n'),
      );
    },
  };
}

/** Its mark is that of what its author wrote and of what is sent for it, and its id where the author gave one. */
function writtenCase(
  home: ChoiceCase['home'],
  owner: string,
  { id, query: _query, ...expected }: ToolEval<unknown>,
  test: ToolEval,
  sources: Pick<Choice, 'servers' | 'skills'>,
): Omit<ChoiceCase, 'index'> {
  const one = caseOf(home, owner, test, sortedKeys(expected), sentCase(test, sources));
  return { ...one, ...(id !== undefined && { id }) };
}

function caseOf(
  home: ChoiceCase['home'],
  owner: string,
  test: ToolEval,
  expected: unknown,
  sent?: SentCase,
): Omit<ChoiceCase, 'index'> {
  const negative = test.expect === null;
  const further = [...(test.via ? [test.via] : []), ...(sent ? [sent.hashes] : [])];
  const mark = textHash(JSON.stringify([owner, test.query, expected, negative, ...further]));
  return { id: mark, mark, request: test.query, ...(sent && { sent }), test, home, owner, negative };
}

/** The order in which arguments are written makes no other case. */
function sortedKeys(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sortedKeys);
  if (typeof value !== 'object' || value === null) return value;
  const members = Object.entries(value).sort(([a], [b]) => compareText(a, b));
  return members.map(([key, member]) => [key, sortedKeys(member)]);
}
