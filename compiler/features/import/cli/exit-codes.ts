/** What the help and the manual page say of exit codes: a sentence for each, and whether it says that nothing was found. */
import { capital } from '../../../base/text/escape.ts';
import { isHarmless } from '../literal.ts';
import type { HelpPage } from './help-page.ts';
import { firstSentence, sentencesOf } from './sentences.ts';

interface ExitCode {
  readonly error: string;
  /** A result of the work, and no failure of it. */
  readonly isNothing: boolean;
}

const TITLE = /\bexit (?:status|codes?|values?)|^diagnostics$|\breturn (?:codes?|values?|status)/i;

const MAX_CODES = 12;

export function exitCodesIn(pages: readonly HelpPage[]): ReadonlyMap<string, ExitCode> {
  const codes = new Map<string, ExitCode>();
  for (const [code, text] of [...pages.flatMap(listedCodes), ...pages.flatMap(proseCodes)]) {
    if (Number(code) === 0 || Number(code) > 255 || codes.size >= MAX_CODES || codes.has(code)) continue;
    const plain = firstSentence(text)
      .replaceAll(/[{}]|\s+/g, ' ')
      .trim();
    const error = capital(`${plain.slice(0, 160)}.`);
    if (error.length > 4 && isHarmless(error)) codes.set(code, { error, isNothing: isNothing(error) });
  }
  return codes;
}

type CodeText = readonly [code: string, text: string];

function listedCodes({ entries }: HelpPage): CodeText[] {
  return entries.flatMap(({ heading, term, text }): CodeText[] => {
    const code = /^\d{1,3}(?=:?$)/.exec(term)?.[0];
    return code !== undefined && TITLE.test(heading) ? [[code, text]] : [];
  });
}

/** "Exit status is 0 if any line is selected, 1 otherwise": of these only that nothing was found. */
function proseCodes({ prose, entries }: HelpPage): CodeText[] {
  const titled = entries.filter(({ heading }) => TITLE.test(heading)).map(({ term, all }) => `${term} ${all}`);
  const sentences = [...prose, ...titled].flatMap((text) => sentencesOf(text.slice(0, 2000)));
  return sentences.filter((one) => /\bexit(?:s|ed)?\b/i.test(one)).flatMap(codesOf);
}

const CODE_IF =
  /(?<![\d>.-])(\d{1,3}) (?:(?:if|when) (?!not\b)([^,;]+?)|otherwise|(?:if|when) not)(?=[,;]| and \d| or \d|$)/gi;

const IF_CODE = /\b(?:if|when) ([^,;]+), (?:then )?(?:the |its )?exit (?:status|code|value)\b[^,;]* (\d{1,3})$/i;

function codesOf(sentence: string): CodeText[] {
  const [, condition, only] = IF_CODE.exec(sentence) ?? [];
  if (condition !== undefined && only !== undefined) return isNothing(condition) ? [[only, condition]] : [];
  const cases = [...sentence.matchAll(CODE_IF)].map(([, code = '', text]) => ({ code, text }));
  const isSearch = cases.some(({ code, text }) => code === '0' && text !== undefined && isFound(text));
  return cases.flatMap(({ code, text }): CodeText[] => {
    if (text === undefined) return isSearch ? [[code, 'Nothing was found.']] : [];
    return isNothing(text) ? [[code, text]] : [];
  });
}

/** Where one of them is missing, the work could not be done. */
const NEEDED = /\b(?:such|config\w*|inputs?|commands?|permissions?|director(?:y|ies))\b/i;

function isNothing(text: string): boolean {
  return (
    /\b(?:no|none|nothing|zero)\b[^.]{0,40}\b(?:match\w*|select\w*|found|results?)\b/i.test(text) && !NEEDED.test(text)
  );
}

function isFound(text: string): boolean {
  return /\b(?:match\w*|select\w*|found)\b/i.test(text) && !/\b(?:no|not|errors?)\b/i.test(text);
}
