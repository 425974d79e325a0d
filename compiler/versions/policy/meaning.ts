/** What a text promises does not change under its name: its author decides whether it did. */
import type { ToolReference } from '../../check/tool-names.ts';
import { commandName } from '../../plan/named-tools.ts';
import { type ChangedText, judgedTexts } from '../meaning/changed-texts.ts';
import type { PolicyRule } from './policy.ts';
import { subjectOf } from '../target.ts';

/** A changed text of a released tool is released once its author decided that it means the same. */
export const meaningUndecided: PolicyRule = {
  id: 'version/meaning-undecided',
  says: 'A changed text of a released tool must keep its meaning, and its author must state so.',
  why: 'Callers and saved prompts rely on what the text promised: a tool that does something else under the same name fails without notice.',
  next: 'If the meaning changed, run `haft bump <tool>`. If it is the same, run `haft release --same-meaning "<reason>"`.',
  source: 'EXT §9 rule 2',
  locked: true,
  when: 'release',
  isDecided: true,
  judge({ before, after, pairs, dates: { decisions = [] } }) {
    const deprecated = new Map(
      pairs.tool.map((pair) => [`${pair.server}.${pair.after?.name}`, pair.before?.deprecated?.use]),
    );
    return judgedTexts(before, after, decisions).flatMap((text) => {
      if (text.decision) return [];
      const { server, tool, path } = text;
      return [
        {
          target: { server, tool, path },
          says: question(text),
          next: nextOf(commandName({ server, tool }, before, after), deprecated.get(`${server}.${tool}`)),
        },
      ];
    });
  },
};

function question({ server, tool, path, before, after }: ChangedText): string {
  const subject = subjectOf({ server, tool, path });
  return `The text of ${subject} ${change(before, after)}. It is not decided whether the meaning is the same.`;
}

function change(before: string, after: string): string {
  if (before === '') return `was added: ${quoteText(after)}`;
  if (after === '') return `was removed: ${quoteText(before)}`;
  const [old, now] = whereTheyDiffer(before, after);
  return `changed from ${quoteText(old)} to ${quoteText(now)}`;
}

function nextOf(tool: string, successor: ToolReference | undefined): string {
  const same = `If the meaning is the same, run \`haft release --same-meaning "<reason>" --tool ${tool}\`.`;
  if (successor === undefined) return `${same} If it changed, run \`haft bump ${tool}\`.`;
  return `${same} If it changed, change "${successor}" instead: \`haft bump --restore ${tool}\` puts the released version back.`;
}

const MAX_SHOWN = 100;
/** Characters of what both have, before the difference. */
const SHARED = 30;

/** Short texts as they are; of long ones the part in which they differ. */
function whereTheyDiffer(before: string, after: string): readonly [string, string] {
  if (Math.max(before.length, after.length) <= MAX_SHOWN) return [before, after];
  const [old, now] = [[...before], [...after]];
  const first = old.findIndex((character, index) => character !== now[index]);
  const from = Math.max(0, (first < 0 ? old.length : first) - SHARED);
  return [partFrom(old, from), partFrom(now, from)];
}

function partFrom(characters: readonly string[], from: number): string {
  const end = from + MAX_SHOWN < characters.length ? '…' : '';
  return `${from > 0 ? '…' : ''}${characters.slice(from, from + MAX_SHOWN).join('')}${end}`;
}

function quoteText(text: string): string {
  return JSON.stringify(text);
}
