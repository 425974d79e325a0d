/** Texts of a tool that nothing fills, and that have a variable. */
import { isUnfilled, reportUnfilled } from '../../analysis/prose/unfilled-variables.ts';
import { toolTexts } from '../../analysis/hidden/model-texts.ts';
import { rule } from '../../rule.ts';

const counting = (text: string): string =>
  `parameters: { copies: { type: integer, minimum: 1, maximum: 9, description: ${JSON.stringify(text)} } }\n`;
const COUNT = counting('How many copies.');

export const unfilledInTool = rule({
  id: 'tool/unfilled-variables',
  severity: 'error',
  profiles: ['ext'],
  says: 'A text that is not filled must not have a variable in it.',
  why: 'A user who reads "How many of {title}?" sees the braces and no title. A model copies them.',
  source: 'EXT §1 (descriptions are part of the contract)',
  good: [`${COUNT}ask: [{ copies: How many copies? }]`, counting('How many copies; {n} of {total} are printed.')],
  bad: [
    `${COUNT}ask: [{ copies: "How many copies, if not {copies}?" }]`,
    `${COUNT}title: Print {copies} labels`,
    `${COUNT}returns: { type: object, properties: { done: { type: boolean, description: "Whether {copies} were made." } } }`,
  ],
  check({ spec }, report) {
    const texts = toolTexts(spec, (text) => text.includes('{'));
    reportUnfilled(
      texts.filter(({ path, part }) => part === 'value' && isUnfilled(path)),
      Object.keys(spec.parameters ?? {}),
      report,
    );
  },
});
