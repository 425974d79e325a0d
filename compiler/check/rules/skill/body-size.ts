/** The body of a skill stays within its token budget. */
import { rule } from '../../rule.ts';
import { estimateTokens } from '../../analysis/tokens.ts';

/** Maximum number of lines. */
const MOST_LINES = 500;

export const bodySize = rule({
  id: 'skill/body-size',
  subject: 'skill',
  severity: 'warning',
  says: 'The body of a skill should stay within its token budget and 500 lines.',
  why: 'The whole body is read whenever the skill is loaded, and what is not relevant to the request displaces what is.',
  source: 'Agent Skills, progressive disclosure (below 5,000 tokens and 500 lines)',
  good: ['context: The library has one floor.', `context: "${'The library has one floor. '.repeat(20)}"`],
  bad: [
    `steps: [&shelf "${'Every shelf has a letter, a number and a color, and hangs under a sign. '.repeat(5)}"${', *shelf'.repeat(60)}]`,
    `context: &shelves "${'Look at the next shelf.\\n'.repeat(26)}"\nsteps: [*shelves${', *shelves'.repeat(19)}]`,
  ],
  check(skill, report, { settings }) {
    const { context, steps, example, never, name } = skill.spec;
    const parts = {
      context,
      steps: steps.join('\n'),
      never: never.join('\n'),
      ...(example !== undefined && { example }),
    };
    const body = Object.values(parts).join('\n');
    const [tokens, lines] = [estimateTokens(body), body.split('\n').length];
    const most = settings.budgets.skill;
    if (tokens <= most && lines <= MOST_LINES) return;
    const [largest = 'context'] = Object.entries(parts).toSorted(([, a], [, b]) => b.length - a.length)[0] ?? [];
    const what =
      tokens > most
        ? `about ${tokens} tokens; the budget is ${most}`
        : `${lines} lines; the recommended maximum is ${MOST_LINES}`;
    report(
      [largest],
      `The body of skill "${name}" has ${what}.`,
      'Move what only some requests need to files under references/, with a note when to read each.',
      { part: 'key' },
    );
  },
});
