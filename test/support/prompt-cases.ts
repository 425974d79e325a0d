/** A server whose cases start from prompts or have resources attached, with every text that one can send. */
import type { SkillFile } from '../../compiler/check/model.ts';

/** All that a case can send. */
export interface Texts {
  readonly plan: string;
  readonly talk: string;
  readonly rules: string;
  readonly step: string;
  readonly day: string;
  readonly fixed: string;
}

export const TEXTS: Texts = {
  plan: 'Plan {day}. {{Briefly}}',
  talk: 'Which day?',
  rules: 'Start at nine.',
  step: 'Ask for the day.',
  day: 'friday',
  fixed: 'Friday 27 November',
};

/** By name: the case, and which of the texts it sends. */
export const CASES = {
  plain: ['{ id: plain, query: what day is it }', []],
  planned: ['{ id: planned, query: { prompt: plan_day, arguments: { day: $day } } }', ['plan', 'rules', 'day']],
  talked: ['{ id: talked, query: { prompt: talk } }', ['talk']],
  skilled: ['{ id: skilled, query: { prompt: day-planning, arguments: { request: "{$day}" } } }', ['step', 'day']],
  ruled: ['{ id: ruled, query: is nine free, with: ["days://rules"] }', ['rules']],
  fixed: ['{ id: fixed, query: and the next, with: [{ uri: "days://day/1", text: $fixed }] }', ['fixed']],
  both: [
    '{ id: both, query: { prompt: talk }, with: ["days://rules", { uri: "days://day/2", text: $fixed }] }',
    ['talk', 'rules', 'fixed'],
  ],
} as const satisfies Readonly<Record<string, readonly [text: string, sends: readonly (keyof Texts)[]]>>;

const quoted = (text: string): string => JSON.stringify(text);

export function serverSpec(texts: Texts, cases: readonly string[]): string {
  const written = cases.map((one) =>
    one
      .replaceAll('"{$day}"', quoted(`{${texts.day}}`))
      .replaceAll('$day', quoted(texts.day))
      .replaceAll('$fixed', quoted(texts.fixed)),
  );
  return `kind: server
name: days
version: 1.0.0
summary: Knows the days.
tools:
  - name: get_day
    description: { does: Gives the date of a day., when: the user names one, examples: [What day is today?] }
    parameters: { day: { type: string, maxLength: 40, default: today, description: Name of the day. } }
    effects: read
    command: { argv: [printf, "%s", "{day}"], stdout: text, result: { text: "" } }
    evals: [${written.join(', ')}]
prompts:
  - name: plan_day
    description: Plans a day.
    arguments: { day: { description: Which day., required: true }, focus: { description: What matters. } }
    messages:
      - { text: ${quoted(texts.plan)} }
      - { text: "{focus}" }
      - { resource: "days://rules" }
  - name: talk
    description: Talks about a day.
    messages: [{ text: I have time. }, { role: assistant, text: ${quoted(texts.talk)} }, { text: Friday. }]
  - { skill: day-planning }
  - { name: show_map, description: Shows the map., messages: [{ text: Look. }, { file: assets/map.png }] }
  - { name: end, description: Ends., messages: [{ text: That is all. }, { role: assistant, text: Good. }] }
  - { name: greet, description: Greets., messages: [{ role: assistant, text: Welcome. }, { text: Which day? }] }
resources:
  - { uri: "days://rules", name: rules, file: references/rules.md }
  - { uri: "days://map", name: map, file: assets/map.png }
  - { uri: "days://day/{day}", name: day, tool: get_day }
`;
}

const skillSpec = ({ step }: Texts): string => `kind: skill
name: day-planning
version: 1.0.0
description: { does: Plans a day., when: the user wants to plan, triggers: [plan my day, what comes first], not_for: [{ case: years }] }
context: The user has a day.
steps: [${quoted(step)}, Write a list of hours.]
never: [Plan a night.]
`;

export function filesOf({ rules }: Texts): readonly SkillFile[] {
  const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);
  return [
    { path: 'specs/references/rules.md', bytes: bytes(rules), executable: false },
    { path: 'specs/assets/map.png', bytes: Uint8Array.of(0x89, 0x50, 0xff), executable: false },
  ];
}

export const specsOf = (texts: Texts, cases: readonly string[]): { readonly path: string; readonly text: string }[] => [
  { path: 'specs/days.yaml', text: serverSpec(texts, cases) },
  { path: 'specs/skill.yaml', text: skillSpec(texts) },
];
