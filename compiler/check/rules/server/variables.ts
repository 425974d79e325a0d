/** Texts of a server and its prompts that nothing fills, and that have a variable. */
import { isUnfilled, reportUnfilled } from '../../analysis/prose/unfilled-variables.ts';
import { serverTexts } from '../../analysis/hidden/model-texts.ts';
import { rule } from '../../rule.ts';

const prompt = (ask: string): string =>
  `prompts: [{ name: list_loans, description: Lists loans., arguments: { day: { description: Which day., required: true } }, messages: "What was lent on {day}?", ask: [${ask}] }]`;

export const unfilledInServer = rule({
  id: 'server/unfilled-variables',
  severity: 'error',
  profiles: ['ext'],
  says: 'A text of a server or prompt that is not filled must not have a variable in it.',
  why: 'A user who reads "Which day after {day}?" sees the braces and no day. A model copies them.',
  source: 'EXT §1 (descriptions are part of the contract)',
  good: [prompt('{ day: Which day? }'), 'summary: Works with books whose names are as {name}.'],
  bad: [
    prompt('{ day: "Which day, if not {day}?" }'),
    'env: { SHOP_KEY: { description: Key of the shop. } }\nsummary: Works with the shop of {env.SHOP_KEY}.',
  ],
  check({ spec }, report) {
    const { env = {}, prompts = [] } = spec;
    const names = Object.keys(env).map((name) => `env.${name}`);
    for (const one of serverTexts(spec)) {
      const [first, at] = one.path;
      const { arguments: args = {} } = (first === 'prompts' && prompts[Number(at)]) || {};
      if (one.part === 'value' && isUnfilled(one.path)) reportUnfilled([one], [...names, ...Object.keys(args)], report);
    }
  },
});
