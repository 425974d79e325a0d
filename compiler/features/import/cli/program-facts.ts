/** What a help page or a manual page says of a program as a whole: its exit codes, and the variables that it reads. */
import { capital } from '../../../base/text/escape.ts';
import { nameWords } from '../../../check/analysis/names/name-words.ts';
import { isHarmless } from '../literal.ts';
import type { HelpPage } from './help-page.ts';
import { CODE, firstSentence } from './reads.ts';

const EXIT = /\bexit (?:status|codes?|values?)|^diagnostics$|\breturn (?:codes?|values?|status)/i;

const MAX_CODES = 12;

/** Code → a sentence. */
export function exitCodesIn(pages: readonly HelpPage[]): ReadonlyMap<string, string> {
  const codes = new Map<string, string>();
  for (const { entries } of pages)
    for (const { heading, term, text } of entries) {
      const code = /^\d{1,3}(?=:?$)/.exec(term)?.[0];
      if (code === undefined || !EXIT.test(heading) || Number(code) === 0 || Number(code) > 255) continue;
      const sentence = capital(
        `${firstSentence(text)
          .replaceAll(/[{}]|\s+/g, ' ')
          .trim()
          .slice(0, 160)}.`,
      );
      if (sentence.length > 4 && isHarmless(sentence) && codes.size < MAX_CODES && !codes.has(code))
        codes.set(code, sentence);
    }
  return codes;
}

/** Always passed, or of the terminal. */
const COMMON = /^(?:PATH|HOME|LANG|LANGUAGE|LC_.*|TZ|TMPDIR|TERM|COLUMNS|LINES|NO_COLOR|USER|PWD|SHELL)$/;

/** A name that shares its first word with the program: `$RESTIC_REPOSITORY` of restic, `$LEDGER_FILE` of hledger. */
export function variablesIn(program: string, texts: readonly string[]): readonly string[] {
  const letters = lettersOf(program);
  const names = texts.flatMap((text) =>
    [...text.matchAll(/(?<![A-Z\d_])[A-Z][A-Z\d]{1,30}(?:_[A-Z\d]{1,30}){0,5}(?![A-Za-z\d_])/g)].map(([name]) => name),
  );
  const own = [...new Set(names)].filter((name) => {
    const [first = '', ...rest] = name.toLowerCase().split('_');
    const isNamed =
      rest.length > 0 &&
      first.length > 2 &&
      (letters.startsWith(first) || letters.endsWith(first) || first.startsWith(letters));
    return isNamed && !COMMON.test(name) && !nameWords(name).some((word) => CODE.has(word) || STARTED.has(word));
  });
  // Those of the first text are the more common ones.
  return own.slice(0, MAX_VARIABLES).toSorted();
}

const STARTED = new Set(['pager', 'editor', 'browser', 'visual', 'opener', 'askpass']);

const MAX_VARIABLES = 16;

function lettersOf(program: string): string {
  const name = program.split(/[\\/]/).at(-1) ?? program;
  return name.toLowerCase().replaceAll(/[^a-z\d]/g, '');
}
