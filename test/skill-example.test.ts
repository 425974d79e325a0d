/** The example of a skill: in SKILL.md after what not to do, judged like the steps. */
import { expect, test } from 'vitest';
import { planSpecs } from '../compiler/plan/plan-specs.ts';
import { skillMd } from '../compiler/emit/skill/skill-md.ts';
import { CLOCK } from './support/specs.ts';

const SKILL = `kind: skill
name: plan-a-day
version: 1.0.0
description:
  does: Plans a day hour by hour.
  when: the user wants a plan for a day
  triggers: [plan my day, make a schedule for tomorrow]
  not_for: [{ case: the time alone, use: get_time }]
context: A day has 24 hours.
steps: [Ask for the time with \`get_time\`., Write one line for each hour.]
never: [Plan more than one day]
servers: [clock]
`;

const compiled = (example: string) =>
  planSpecs([
    { path: 'clock.yaml', text: CLOCK },
    { path: 'skill.yaml', text: `${SKILL}${example}` },
  ]);

test('is a part of the body, and no heading is left without it', () => {
  const [skill] =
    compiled('example: |\n  "Plan my afternoon": call `get_time`, then\n\n  - 14:00 lunch\n').value?.plan.skills ?? [];
  const body = skill ? skillMd(skill) : '';
  expect(body).toContain(
    '- Plan more than one day\n\n## Example\n\n"Plan my afternoon": call `get_time`, then\n\n- 14:00 lunch\n\n## Tools\n',
  );
  const [plain] = compiled('').value?.plan.skills ?? [];
  expect(plain && skillMd(plain)).not.toContain('Example');
});

test('an unknown tool and an open code fence in it are found', () => {
  const codes = (example: string) =>
    compiled(example).diagnostics.flatMap(({ code }) => (code.startsWith('skill/evals') ? [] : [code]));
  expect(codes('example: Call `get_tine` first.\n')).toEqual(['skill/tool-references']);
  expect(codes('example: |\n  ```\n  14:00\n')).toEqual(['skill/body-closed']);
});
