/** Tools that were added, removed, renamed or deprecated. */
import { ownMember } from '@haft/runtime/language';
import { isListed, writtenText } from '../../../check/tool-names.ts';
import { markedVersions } from '../../../plan/contract.ts';
import type { ServerPlan } from '../../../plan/model.ts';
import type { ChangeFacts, Detect, ToolPair } from '../../change.ts';
import { differing, memberMoved, reportChanged } from '../../compare/changed.ts';
import { DEPRECATED, exampleOf, LIST_SHELVES } from '../../compare/example-documents.ts';
import { kindsOf } from '../../kind.ts';

const { wire, model } = kindsOf('tool');

const NAMED = 'name: search_books*';

/** It was not as it is `now`. */
function listingChanged(now: boolean): Detect<ToolPair> {
  return ({ before, after }, report) => {
    if (before && after && isListed(before) !== now && isListed(after) === now)
      report({ path: ['deprecated', 'listed'], before: !now, after: now });
  };
}

const UNKNOWN = 'Every call of the old name fails with "unknown tool", and models may choose it differently.';

/** Callers of the tool that was removed may still know the name. */
function returningFacts({ removed = {} }: ServerPlan, name: string): Partial<ChangeFacts> {
  const mark = ownMember(removed, name);
  if (mark === undefined) return {};
  const why = `Version ${markedVersions(mark)} removed a tool with this name: who still calls it reaches this one.`;
  return { level: 'risky', why, next: 'Choose another name, unless it does what the removed tool did.' };
}

export const TOOL_PRESENCE = [
  wire.risky('tool/deprecated', {
    says: 'A tool was deprecated.',
    why: 'It works until its removal date; callers that have not migrated then fail.',
    next: 'Migrate the callers that you know, and announce the date to the others.',
    example: exampleOf(NAMED, '', `\n${DEPRECATED} }`),
    detect: memberMoved('added', 'deprecated'),
  }),
  wire.risky('tool/deprecation-terms', {
    says: 'The date, successor or reason of a deprecation changed.',
    why: 'Callers plan by the date, and models use the named successor.',
    next: 'Keep the announced date, or choose a later one.',
    example: exampleOf(`${DEPRECATED.replace('2027-05-20', '*')} }`, '2027-05-20', '2027-02-20'),
    detect(pair, report) {
      const [old, now] = [pair.before?.deprecated, pair.after?.deprecated];
      if (!old || !now) return;
      // Kinds tool/unlisted and tool/listed-again tell that models see it or not.
      const isShown = old.listed !== false && now.listed !== false;
      const [before, after] = [old, now].map(({ listed, ...terms }) =>
        isShown && listed ? { ...terms, listed } : terms,
      );
      const parts = before && after && differing(before, after);
      // An older form that names the newest one leads to the same tool in fewer steps.
      const { tools = [] } = pair.owner.after ?? {};
      const isShorter = tools.some(({ name, deprecated }) => deprecated && name === writtenText(old.use));
      const isMild = (old.use === now.use || isShorter) && now.remove_after >= old.remove_after;
      if (parts) report({ path: ['deprecated'], ...parts, ...(isMild && { level: 'safe' }) });
    },
  }),
  model.risky('tool/unlisted', {
    says: 'A deprecated tool is no longer listed.',
    why: 'Callers still reach it. Models do not see it any more and choose among the other tools.',
    next: 'Rerun the evals of server "<server>" and record the results with `haft eval --tier model --record`.',
    example: exampleOf(NAMED, `\n${DEPRECATED} }`, `\n${DEPRECATED}, listed: false }`),
    detect: listingChanged(false),
  }),
  model.risky('tool/listed-again', {
    says: 'A tool that was not listed is listed again.',
    why: 'Models see it next to its successor and may choose it.',
    next: 'Rerun the evals of server "<server>" and record the results with `haft eval --tier model --record`.',
    mirror: 'tool/unlisted',
    detect: listingChanged(true),
  }),
  wire.safe('tool/undeprecated', {
    says: 'The deprecation of a tool was withdrawn.',
    why: 'Callers that have not migrated no longer need to.',
    next: 'Tell callers that migrated whether to return.',
    mirror: 'tool/deprecated',
    detect: memberMoved('removed', 'deprecated'),
  }),
  wire.safe('tool/replaces', {
    says: 'The `replaces` key of a tool changed.',
    why: 'It does not affect calls.',
    next: 'Check that the replaced tool is deprecated with `use: <tool>`.',
    example: exampleOf(NAMED, '', '\nreplaces: look_up_books'),
    detect(pair, report) {
      reportChanged(pair, report, ['replaces'], ({ replaces }) => (replaces?.length === 1 ? replaces[0] : replaces));
    },
  }),
  wire.safe('tool/added', {
    says: 'A tool was added.',
    why: 'Callers of other tools are not affected.',
    next: 'Add evals, and refer to it under `instead` of similar tools.',
    example: { before: 'name: search_books', after: `name: search_books\n${LIST_SHELVES}` },
    detect(pair, report) {
      const { owner, before, after } = pair;
      if (!owner.before || before || !after) return;
      report({ after: after.name, ...returningFacts(owner.before, after.name) });
    },
  }),
  wire.breaking('tool/removed', {
    says: 'A tool was removed.',
    why: 'Every caller, prompt and skill that uses it gets "unknown tool".',
    next: 'Restore it, deprecate it with a successor and a date, and remove it after that date.',
    detect(pair, report) {
      const { owner, before, after } = pair;
      if (!owner.after || !before || after) return;
      const next = before.deprecated && `Tell the remaining callers to use "${before.deprecated.use}".`;
      report({ before: before.name, ...(next !== undefined && { next }) });
    },
  }),
  wire.breaking('tool/renamed', {
    says: 'A tool was renamed.',
    why: `Its parameters are the same and its description is similar. ${UNKNOWN}`,
    next: 'Keep the old name, or restore the old tool, deprecated with `use: <tool>`.',
    example: { before: 'name: search_books', after: 'name: find_books' },
    detect({ before, after, renamed }, report) {
      if (renamed === false || !before || !after) return;
      const why = `Both were imported from \`${after.from ?? ''}\`. ${UNKNOWN}`;
      report({ before: before.name, after: after.name, ...(renamed === 'source' && { why }) });
    },
  }),
];
