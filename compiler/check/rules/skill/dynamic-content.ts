/** The body of a skill is plain text, in which a host executes and substitutes nothing. */
import { rule } from '../../rule.ts';
import { HOSTS } from '../../../hosts/index.ts';
import type { DynamicContent } from '../../../hosts/host.ts';
import { bodyTexts } from '../../hidden/body-texts.ts';

export const dynamicContent = rule({
  id: 'skill/dynamic-content',
  subject: 'skill',
  severity: 'error',
  imported: 'warning',
  says: 'The body of a skill must not contain anything that a host executes or substitutes.',
  why: 'Some hosts run !`command` and replace $ARGUMENTS, $1 or @file before the model reads the body: the text changes, and the command runs without approval.',
  source: 'Agent Skills, body (Markdown without dynamic parts); hosts differ in what they expand',
  good: [
    'context: "Prices are in USD; a card costs 5 dollars."\nsteps: [Run `git status`., Write to desk@library.example.]',
    'steps: ["Install @library/cards, and set $HOME first."]',
  ],
  bad: [
    'context: "Branch: !`git branch --show-current`"',
    'steps: ["Look for $ARGUMENTS on the shelves.", "Take the first: $1"]',
    'context: |\n  The house rules:\n  @docs/house-rules.md\nnever: ["Ask for more than $5."]',
  ],
  check(skill, report) {
    for (const { path, text } of bodyTexts(skill.spec)) {
      const found = firstDynamic(text);
      if (found) report(path, `In some hosts, "${found.word}" ${found.effect}.`, found.hint, { word: found.word });
    }
  },
});

const DYNAMIC: readonly DynamicContent[] = HOSTS.flatMap(({ dynamicContent = [] }) => dynamicContent);

function firstDynamic(
  text: string,
): { readonly word: string; readonly effect: string; readonly hint: string } | undefined {
  for (const { pattern, effect, hint } of DYNAMIC) {
    const word = pattern.exec(text)?.[0].trim();
    if (word !== undefined) return { word, effect, hint };
  }
  return undefined;
}
