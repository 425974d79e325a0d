/** A released tool or skill whose text changed has cases that test it. */
import type { Plan, PlannedChoice } from '../../plan/model.ts';
import { commandName, shownTools } from '../../plan/named-tools.ts';
import { resolveChoice } from '../receipts/choice.ts';
import { changedTexts } from '../meaning/changed-texts.ts';
import type { PolicyRule, Violation } from './policy.ts';

export const evalsMissing: PolicyRule = {
  id: 'version/evals-missing',
  says: 'A released tool or skill whose text changed must have evals.',
  why: 'Models react to wording, even punctuation: without a case, nothing shows whether they still choose the right tool.',
  next: 'Add 5 to 10 requests as users would type them, and run `haft eval --tier model --record`.',
  source: 'EXT §9 rule 3',
  when: 'review',
  dated: true,
  judge({ before, after, pairs, dates: { imported, evals } }) {
    if (!evals) return [];
    const expected = new Set(evals.choices.flatMap((choice) => expectedIn(choice, after)));
    const changed = new Set(changedTexts(before, after).map(({ server, tool }) => `${server}.${tool}`));
    const tools = pairs.tool.flatMap(({ after: tool, server }): Violation[] => {
      if (
        !tool ||
        !changed.has(`${server}.${tool.name}`) ||
        tool.deprecated ||
        tool.evals.length > 0 ||
        expected.has(`${server}.${tool.name}`)
      )
        return [];
      const target = { server, tool: tool.name, path: ['name'] };
      return [
        {
          target,
          ...sentence('tool', tool.name, commandName({ server, tool: tool.name }, after)),
          isWarning: imported?.has(`${server}.${tool.name}`) === true,
        },
      ];
    });
    const skills = pairs.skill.flatMap(({ before: old, after: skill }): Violation[] => {
      const isChanged = old && skill && old.description.text !== skill.description.text;
      if (!isChanged || skill.evals.length > 0 || expected.has(skill.name)) return [];
      return [
        {
          target: { skill: skill.name, path: ['name'] },
          ...sentence('skill', skill.name),
          isWarning: skill.text !== undefined,
        },
      ];
    });
    return [...tools, ...skills];
  },
};

/** What its cases expect: tools as `server.tool`, and skills. */
function expectedIn(choice: PlannedChoice, plan: Plan): readonly string[] {
  const { servers, cases } = resolveChoice(choice, plan);
  return cases.flatMap(({ home, test: { expect } }) => {
    if (home !== 'choice' || typeof expect !== 'string') return [];
    const found = shownTools(servers).get(expect);
    return found ? `${found.server.name}.${found.tool.name}` : expect;
  });
}

function sentence(kind: 'tool' | 'skill', name: string, named = name): Pick<Violation, 'says' | 'next'> {
  return {
    says: `The text of ${kind} "${name}" changed since the release, and it has no evals.`,
    next: `Add 5 to 10 requests, and run \`haft eval ${named} --tier model --record\`; or add above this line: # haft-ignore version/evals-missing until <date>: <reason>.`,
  };
}
