/** The sentence of a help page or a manual page that says what a program does, and whether it reads. */
import { type HelpPage, readHelpPage } from './help-page.ts';
import { judgeProgram, startsChange } from './reads.ts';
import { firstSentence, sentencesOf } from './sentences.ts';
import { baseName } from '../literal.ts';

/** Empty where the help does not say it. */
export function programSummary(program: string, help: string, manual: string): string {
  return summaryOf(program, readHelpPage(help), readHelpPage(manual, 'manual')).sentence;
}

/** What a program does: the first statement of its help, or else the line of its name in the manual page; each may say that it changes something. */
export function summaryOf(program: string, main: HelpPage, manual: HelpPage) {
  const about = main.about.find((one) => !isTitle(one)) ?? '';
  const both = [about, nameLine(program, manual)].map((text) => {
    const sentence = firstSentence(text);
    const isChange = sentencesOf(text).some(startsChange);
    return { sentence, judgement: isChange ? 'acts' : judgeProgram(sentence, baseName(program)) };
  });
  const acting = both.find(({ judgement }) => judgement === 'acts');
  return acting ?? both.find(({ sentence }) => sentence !== '') ?? { sentence: '', judgement: 'other' };
}

/** A name with its version, or where to read more and report bugs. */
function isTitle(text: string): boolean {
  const [sentence = ''] = sentencesOf(text);
  return /\b\d+\.\d+|--help\b|\w\(\d\w?\)|\bbugs\b|\bcopyright\b/i.test(sentence);
}

/** `gzip, gunzip, zcat - compress or expand files`. */
function nameLine(program: string, { entries, prose }: HelpPage): string {
  const name = baseName(program);
  const own = entries.find(({ heading, term }) => /^name$/i.test(heading) && term === name)?.text;
  const lines = prose.flatMap((line) => {
    const [, names = '', text = ''] = /^([\w.+-]+(?:, [\w.+-]+){0,20}) {1,9}[-–—] (.*)$/.exec(line) ?? [];
    return names.split(', ').includes(name) ? [text.trim()] : [];
  });
  return own ?? lines[0] ?? '';
}
