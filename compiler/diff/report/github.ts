/** Changes as GitHub workflow commands: annotations beside the lines of a pull request, the gravest first. */
import { gravestFirst } from './group.ts';
import { harmless } from './harmless.ts';
import type { PlacedChange, Report } from './report.ts';
import { isJudgement, sentenceOf } from './sentence.ts';

export interface GithubOptions {
  /** The path from the root of the repository. */
  readonly show?: (file: string) => string;
}

export function githubReport(report: Report, { show = (file) => file }: GithubOptions = {}): string {
  return gravestFirst(report.changes)
    .map((change) => annotation(change, show))
    .join('');
}

function annotation(change: PlacedChange, show: (file: string) => string): string {
  const { file, line, kind, subject, why, next } = change;
  const properties = {
    ...(file !== undefined && { file: show(file) }),
    ...(line !== undefined && { line }),
    title: kind,
  };
  const place = Object.entries(properties).map(([key, value]) => `${key}=${property(String(value))}`);
  const says = isJudgement(change) ? sentenceOf(change) : `${subject}: ${sentenceOf(change)} ${why}`;
  return `::${severityOf(change)} ${place.join(',')}::${data(`${says}\n${next}`)}\n`;
}

function severityOf({ axis, level }: PlacedChange): 'error' | 'warning' | 'notice' {
  if (axis === 'policy' || level === 'breaking') return 'error';
  return level === 'safe' ? 'notice' : 'warning';
}

function data(text: string): string {
  return harmless(text).replaceAll('%', '%25').replaceAll('\n', '%0A');
}

function property(text: string): string {
  return data(text).replaceAll(':', '%3A').replaceAll(',', '%2C');
}
