/** What an editor offers against a finding: edits, each of which is proved by a check before it is shown. */
import { nearest } from '@haft/runtime/language';
import type { Diagnostic, SourceFile, TextEdit } from '../../base/diagnostic.ts';
import { qualifiedName } from '../../check/tool-names.ts';
import { addDays } from '../../base/calendar.ts';
import { complete } from './complete.ts';
import type { Desk } from './desk.ts';

export interface Action {
  readonly title: string;
  /** Completion first: it is certain. */
  readonly preferred: boolean;
  readonly edits: readonly TextEdit[];
  /** The edits with which it is proved, where its own have a place that the author fills in. */
  readonly proof?: readonly TextEdit[];
}

/** The fix of the rule with its grade, then the name that was probably meant, then a suppression. */
export async function actionsFor(desk: Desk, finding: Diagnostic, today: string): Promise<readonly Action[]> {
  const source = desk.sourceOf(finding.span.file);
  if (!source) return [];
  const guessed = await guessFor(desk, finding, source);
  return [...fixOf(finding), ...guessed, ...suppressions(finding, source, today)];
}

function fixOf({ fix }: Diagnostic): readonly Action[] {
  if (!fix) return [];
  const { title, edits, grade } = fix;
  const why = grade?.kind === 'suggestion' ? ` (${grade.because})` : '';
  return [{ title: `${title.replace(/\.$/, '')}${why}`, preferred: grade?.kind === 'safe', edits }];
}

/** The most similar of all that completion offers at this place, and of the names of the project, which texts use as well. */
async function guessFor(desk: Desk, { span }: Diagnostic, source: SourceFile): Promise<readonly Action[]> {
  const written = source.text.slice(span.start, span.end);
  const word = /^["'`{]*([\w-]+(?:[./][\w-]+)*)(?:\(\))?["'`}]*$/.exec(written)?.[1];
  if (word === undefined) return [];
  const start = span.start + written.indexOf(word);
  const end = start + word.length;
  // Also where a YAML server completes: it has no fix for what it reports.
  const ours: Desk = { ...desk, yamlServer: { ...desk.yamlServer, schema: 'ours' } };
  const { candidates } = await complete(ours, source, end);
  const offered = candidates.map(({ label }) => label.replace(/\.$/, ''));
  const guesses = [offered, namesIn(desk)].flatMap((names) =>
    names.includes(word) ? [] : (nearest(word, names) ?? []),
  );
  return [...new Set(guesses)].map((meant) => ({
    title: `Write "${meant}"`,
    preferred: false,
    edits: [{ file: span.file, start, end, text: meant }],
  }));
}

function namesIn({ draft: { names } }: Desk): readonly string[] {
  const plain = names.tools.plain();
  const qualified = plain.flatMap((name) => names.tools.resolve(name).map(qualifiedName));
  return [...plain, ...qualified, ...names.servers, ...names.skills];
}

/** What the author replaces; a check asks for it while it is there. */
const REASON = '<reason>';

/** A comment above the line; some rules ask for the end of an exception. */
function suppressions(
  { code, span, broughtBy = span }: Diagnostic,
  { path, text }: SourceFile,
  today: string,
): readonly Action[] {
  if (broughtBy.file !== path) return [];
  const start = text.lastIndexOf('\n', broughtBy.start - 1) + 1;
  const indent = /^[ ]*/.exec(text.slice(start))?.[0] ?? '';
  const eol = text.includes('\r\n') ? '\r\n' : '\n';
  return ['', ` until ${addDays(today, 90)}`].map((until) => {
    const edit = (reason: string): readonly TextEdit[] => [
      { file: path, start, end: start, text: `${indent}# haft-ignore ${code}${until}: ${reason}${eol}` },
    ];
    return {
      title: `Suppress ${code} with a reason`,
      preferred: false,
      edits: edit(REASON),
      proof: edit('checked by the author'),
    };
  });
}

/** Whether edits did what they are for: the finding is gone, and none is new on the lines that they changed. */
export function isProved(finding: Diagnostic, edits: readonly TextEdit[], { before, after, sourceOf }: Proof): boolean {
  const isSame = ({ code, span }: Diagnostic): boolean => code === finding.code && span.file === finding.span.file;
  if (after.filter(isSame).length >= before.filter(isSame).length) return false;
  return edits.every(({ file, start, end, text }) => {
    const { text: old = '' } = sourceOf(file) ?? {};
    const from = old.lastIndexOf('\n', start - 1) + 1;
    const rest = old.indexOf('\n', end);
    const to = rest < 0 ? old.length : rest;
    const inLines =
      (last: number) =>
      (one: Diagnostic): boolean =>
        one.span.file === file && from <= one.span.start && one.span.start < last;
    return after.filter(inLines(to + text.length - (end - start))).length <= before.filter(inLines(to)).length;
  });
}

/** Findings of the texts as they are, and of those with the edits. */
interface Proof extends Pick<Desk, 'sourceOf'> {
  readonly before: readonly Diagnostic[];
  readonly after: readonly Diagnostic[];
}
