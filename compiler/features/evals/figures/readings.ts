/** What the offline reader saw in a run, an instrument that judges no text: close rivals, requests without a word of any tool, and languages. */
import { groupBy } from '../../../base/groups.ts';
import { type JudgedCase, wantedNames } from '../judge/judge.ts';
import { languageOf } from '../offline/language.ts';
import type { CaseRun, ChoiceRun, RivalPair } from './suite.ts';

/** A rival within this share of the score is close. */
const CLOSE = 0.1;

/** Whether it is one of the offline tier. */
export function isReading({ cases }: Pick<ChoiceRun, 'cases'>): boolean {
  return cases.some((run) => readOf(run) !== undefined);
}

function readOf({ trials: [trial] }: CaseRun): JudgedCase | undefined {
  return trial?.kind === 'judged' && trial.reading ? trial : undefined;
}

/** Pairs by their margin, the smallest first; requests of which no word is in any candidate; languages, the most frequent first. */
export function readingsOf({ cases }: Pick<ChoiceRun, 'cases'>) {
  const withoutWords: CaseRun[] = [];
  const close = cases.flatMap((run) => {
    const read = readOf(run);
    if (!read?.reading) return [];
    const { rival, margin } = read.reading;
    const [expected = ''] = wantedNames(run.one.test.expect);
    if (read.called === undefined) withoutWords.push(run);
    const isClose = read.called !== undefined && margin <= CLOSE;
    return rival !== undefined && isClose ? { expected, rival, run, margin } : [];
  });
  const groups = groupBy(close, ({ expected, rival }) => JSON.stringify([expected, rival]));
  const pairs = [...groups.values()].map((all): RivalPair => {
    const [{ expected, rival }] = all;
    const sorted = all.toSorted((a, b) => a.margin - b.margin);
    return { expected, rival, margin: sorted[0]?.margin ?? 0, cases: sorted.map(({ run }) => run) };
  });
  return { pairs: pairs.toSorted((a, b) => a.margin - b.margin), withoutWords, languages: languagesOf(cases) };
}

function languagesOf(cases: readonly CaseRun[]) {
  const groups = [...groupBy(cases, ({ one }) => languageOf(one.request))];
  return groups.map(([language, all]) => ({ language, cases: all.length })).toSorted((a, b) => b.cases - a.cases);
}
