/** What the offline reader saw in a run, an instrument that judges no text: close rivals, requests without a word of any tool, and languages. */
import { type JudgedCase, wantedNames } from '../judge/judge.ts';
import { languageOf } from '../offline/language.ts';
import type { CaseRun, ChoiceRun, RivalPair } from './suite.ts';

/** A rival within this share of the score is close. */
const CLOSE = 0.1;

interface Readings {
  /** The smallest margin first. */
  readonly pairs: readonly RivalPair[];
  /** Requests of which no word is in any candidate. */
  readonly withoutWords: readonly CaseRun[];
  /** The most frequent first. */
  readonly languages: readonly { readonly language: string; readonly cases: number }[];
}

/** Whether it is one of the offline tier. */
export function isReading({ cases }: Pick<ChoiceRun, 'cases'>): boolean {
  return cases.some((run) => readOf(run) !== undefined);
}

function readOf({ trials: [trial] }: CaseRun): JudgedCase | undefined {
  return trial?.kind === 'judged' && trial.reading ? trial : undefined;
}

export function readingsOf({ cases }: Pick<ChoiceRun, 'cases'>): Readings {
  const pairs = new Map<string, { expected: string; rival: string; all: { run: CaseRun; margin: number }[] }>();
  const withoutWords: CaseRun[] = [];
  for (const run of cases) {
    const read = readOf(run);
    if (!read?.reading) continue;
    const { rival, margin } = read.reading;
    const [expected = ''] = wantedNames(run.one.test.expect);
    if (read.called === undefined) withoutWords.push(run);
    else if (rival !== undefined && (!read.right || margin <= CLOSE)) {
      const key = JSON.stringify([expected, rival]);
      const pair = pairs.get(key) ?? { expected, rival, all: [] };
      pair.all.push({ run, margin });
      pairs.set(key, pair);
    }
  }
  const close = [...pairs.values()].map(({ expected, rival, all }): RivalPair => {
    const sorted = all.toSorted((a, b) => a.margin - b.margin);
    return { expected, rival, margin: sorted[0]?.margin ?? 0, cases: sorted.map(({ run }) => run) };
  });
  return { pairs: close.toSorted((a, b) => a.margin - b.margin), withoutWords, languages: languagesOf(cases) };
}

function languagesOf(cases: readonly CaseRun[]): Readings['languages'] {
  const counts = new Map<string, number>();
  for (const { one } of cases) {
    const language = languageOf(one.request);
    counts.set(language, (counts.get(language) ?? 0) + 1);
  }
  return [...counts].map(([language, count]) => ({ language, cases: count })).toSorted((a, b) => b.cases - a.cases);
}
