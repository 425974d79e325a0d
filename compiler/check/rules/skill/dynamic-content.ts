/** The body of a skill is plain text, in which a host executes and substitutes nothing. */
import { rule } from '../../rule.ts';
import { HOSTS } from '../../../spec/hosts/index.ts';
import type { DynamicContent } from '../../../spec/hosts/host.ts';
import type { SkillSpec } from '../../documents/skill.ts';
import type { PlacedText } from '../../analysis/hidden/placed-texts.ts';
import { textsIn } from '../../analysis/hidden/placed-texts.ts';

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
    const { spec, folder } = skill;
    for (const { path, text } of bodyTexts(spec)) {
      const found = firstDynamic(text);
      if (!found) continue;
      const { word, start, effect, hint } = found;
      const file = path[0] === 'text' ? spec.text_file : undefined;
      const place =
        file === undefined ? { word } : { inFile: { file: folder + file, start, end: start + word.length } };
      report(file === undefined ? path : ['text_file'], `In some hosts, "${word}" ${effect}.`, hint, place);
    }
  },
});

const DYNAMIC: readonly DynamicContent[] = HOSTS.flatMap(({ dynamicContent = [] }) => dynamicContent);

interface FoundContent extends Pick<DynamicContent, 'effect' | 'hint'> {
  readonly word: string;
  readonly start: number;
}

function firstDynamic(text: string): FoundContent | undefined {
  for (const { pattern, effect, hint } of DYNAMIC) {
    const match = pattern.exec(text);
    if (!match) continue;
    const word = match[0].trim();
    return { word, start: match.index + match[0].indexOf(word), effect, hint };
  }
  return undefined;
}

/** The body: title, context, steps, example, what not to do, when to read what. */
function bodyTexts(skill: SkillSpec): PlacedText[] {
  const { title, context, steps, example, never, text, references, description } = skill;
  return [
    ...textsIn({ title, context, steps, example, never, text }),
    ...(references ?? []).map(({ when }, index) => ({ path: ['references', index, 'when'], text: when })),
    ...description.not_for.map((one, index) => ({ path: ['description', 'not_for', index, 'case'], text: one.case })),
  ];
}
