/** What makes recorded results stale is asked again: every visible change of a choice is a part of the request. */
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { OPENAI } from '../../compiler/features/evals/online/engines/openai.ts';
import { questionsOf } from '../../compiler/features/evals/online/questions.ts';
import type { Plan } from '../../compiler/plan/model.ts';
import { type Choice, choicesOf, withCases } from '../../compiler/versions/receipts/choice.ts';
import { anyPlan } from '../support/random-plan.ts';
import { mutate, visibleMutations } from '../support/plan-mutations.ts';
import { costlyRuns } from '../support/runs.ts';

/** What is sent for one case of a choice. */
function bodyOf(choice: Choice): string {
  const request = 'hello';
  const test = { query: request, expect: null };
  const one = { id: '', mark: '', request, test, home: 'choice', index: 0, owner: '', negative: true } as const;
  const sides = [{ before: undefined, after: withCases(choice, [one]) }];
  const [question] = questionsOf(
    sides,
    (conversation) => OPENAI.body(conversation, { model: 'm', seed: 1, temperature: undefined, maxTokens: 1 }),
    [1],
  );
  return JSON.stringify(question?.body);
}

/** Hosts show the title of a tool to people, and send it to no model. */
const withoutTitles = (plan: Plan): Plan => ({
  ...plan,
  servers: plan.servers.map((server) => ({ ...server, tools: server.tools.map((tool) => ({ ...tool, title: '' })) })),
});

test('no change of what a record is for leaves the request as it was', () => {
  const some = fc.tuple(anyPlan(), fc.nat());
  fc.assert(
    fc.property(some, ([random, which]) => {
      const plan = withoutTitles(random);
      const mutations = visibleMutations(plan);
      const mutation = mutations[which % Math.max(1, mutations.length)];
      fc.pre(mutation !== undefined);
      const before = new Map(choicesOf(plan).map((choice) => [`${choice.kind}/${choice.name}`, choice]));
      for (const choice of choicesOf(withoutTitles(mutate(plan, mutation)))) {
        const old = before.get(`${choice.kind}/${choice.name}`);
        if (old && old.hash !== choice.hash) expect(bodyOf(choice)).not.toBe(bodyOf(old));
      }
    }),
    { numRuns: costlyRuns(10_000) },
  );
});
