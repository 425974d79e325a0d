/** CHANGELOG.md by release: a section for each server and skill that changed, with lines that are added once and never taken away. */
import { mayBreak } from '../../versions/semver.ts';
import type { Change } from '../../versions/change.ts';
import { markdownText } from '../../base/text/markdown-text.ts';
import type { ChangeReport } from './report.ts';
import { placeOf } from '../../versions/target.ts';
import { sentenceOf } from './sentence.ts';
import { inOneLine, shownOf } from './shown.ts';

const TITLE = '# Changelog\n';

/** Headings of a section, in order, and what belongs below each. The first that fits has the change. */
const GROUPS: readonly (readonly [heading: string, holds: (change: Change) => boolean])[] = [
  ['Breaking', mayBreak],
  ['Deprecated', ({ kind }) => kind.includes('deprecat')],
  ['Added', ({ kind }) => /[/-]added/.test(kind)],
  ['Changed', () => true],
];

/** The whole text with what is missing of the report; the same text where nothing is. */
export function changelogText(report: ChangeReport, text: string): string {
  const lineEnd = text.includes('\r\n') ? '\r\n' : '\n';
  const lines = (text === '' ? TITLE : text).split(/\r?\n/);
  const done = sectionsOf(report).toReversed().reduce(withSection, lines);
  return done === lines ? text : done.join(lineEnd);
}

interface Section {
  /** `## library 1.2.0`, or `## library removed`, without the day. */
  readonly heading: string;
  readonly day: string;
  readonly groups: readonly { readonly heading: string; readonly lines: readonly string[] }[];
}

function sectionsOf(report: ChangeReport): Section[] {
  return subjectsOf(report).flatMap(({ kind, name, version }) => {
    const own = report.changes.filter(({ axis, target }) => axis !== 'policy' && target[kind] === name);
    // Each parameter of the set has a line of its own.
    const noticed = own.filter(({ kind: id }) => !id.endsWith('/evals') && id !== 'tool/parameter-set');
    const groups = GROUPS.map(([heading, holds], index) => {
      const fitting = noticed.filter(
        (change) => holds(change) && !GROUPS.slice(0, index).some(([, earlier]) => earlier(change)),
      );
      return { heading: `### ${heading}`, lines: [...new Set(fitting.map(lineOf))] };
    }).filter(({ lines }) => lines.length > 0);
    const heading = `## ${plain(name)} ${plain(version)}`;
    return groups.length > 0 ? [{ heading, day: report.day, groups }] : [];
  });
}

interface Subject {
  readonly kind: 'server' | 'skill';
  readonly name: string;
  readonly version: string;
}

/** Those that were released before, then every other one that a change is about: new, renamed and removed ones. */
function subjectsOf({ versions, changes, after }: ChangeReport): Subject[] {
  const subjects: Subject[] = versions.map(({ kind, name, written, suggested, enough }) => {
    return { kind, name, version: enough ? written : suggested };
  });
  for (const { target } of changes) {
    const [kind, name] =
      target.skill === undefined ? ['server' as const, target.server] : ['skill' as const, target.skill];
    const isSame = (one: Pick<Subject, 'kind' | 'name'>): boolean => one.kind === kind && one.name === name;
    if (name === undefined || subjects.some(isSame)) continue;
    subjects.push({ kind, name, version: after.versions.find(isSame)?.version ?? 'removed' });
  }
  return subjects;
}

/** `` - `search_books`, parameter "limit": A bound was tightened. (maximum: 100 → 50) `` */
function lineOf(change: Change): string {
  const { tool } = change.target;
  const within = placeOf(change.target.path);
  const place = [...(tool === undefined ? [] : [codeOf(tool)]), ...(within === '' ? [] : [plain(within)])].join(', ');
  return `- ${place === '' ? '' : `${place}: `}${plain(sentenceOf(change))}${valuesOf(change)}`;
}

/** Both sides of a value that changed, where they are short. */
function valuesOf(change: Change): string {
  const display = shownOf(change);
  const [row, ...more] = display.as === 'rows' ? display.rows : [];
  if (row?.before === undefined || row.after === undefined || more.length > 0) return '';
  const sides = [row.before, row.after].map(inOneLine);
  return sides.every((side) => side.length < 60) ? ` (${sides.map(plain).join(' → ')})` : '';
}

function codeOf(name: string): string {
  return /^[\w.-]+$/.test(name) ? `\`${name}\`` : plain(name);
}

/** Underscores inside of words mark nothing. */
function plain(text: string): string {
  return markdownText(text).replaceAll(/(?<=\w)\\_(?=\w)/g, '_');
}

function withSection(lines: string[], { heading, day, groups }: Section): string[] {
  const start = lines.findIndex((line) => line === heading || line.startsWith(`${heading} `));
  if (start === -1) return insertEntry(lines, [`${heading} (${day})`, '', ...groups.flatMap(printEntry)]);
  return groups.reduce((text, group) => withGroup(text, start, group), lines);
}

function printEntry({ heading, lines }: Section['groups'][number]): string[] {
  return [heading, ...lines, ''];
}

/** Above the newest release, below what the author wrote for the next one. */
function insertEntry(lines: string[], section: readonly string[]): string[] {
  const first = lines.findIndex((line) => line.startsWith('## ') && !/^## \[?unreleased/i.test(line));
  if (first !== -1) return [...lines.slice(0, first), ...section, ...lines.slice(first)];
  const text = lines.at(-1) === '' ? lines.slice(0, -1) : lines;
  return [...text, '', ...section];
}

/** Only lines that stand nowhere in the section yet. */
function withGroup(lines: string[], start: number, group: Section['groups'][number]): string[] {
  const next = lines.findIndex((line, index) => index > start && line.startsWith('## '));
  const end = next === -1 ? lines.length : next;
  const there = new Set(lines.slice(start, end));
  const missing = group.lines.filter((line) => !there.has(line));
  if (missing.length === 0) return lines;
  const heading = lines.findIndex((line, index) => index > start && index < end && line === group.heading);
  if (heading === -1) return [...lines.slice(0, end), ...printEntry({ ...group, lines: missing }), ...lines.slice(end)];
  return [...lines.slice(0, heading + 1), ...missing, ...lines.slice(heading + 1)];
}
