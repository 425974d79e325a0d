/** How a skill is offered: its name and description, the tools it may use, its evals, and the consent of users. */
import { textHash } from '../../../plan/hash.ts';
import type { SkillPlan } from '../../../plan/model.ts';
import { memberChanged, reportAdded, reportChanged, reportRemoved, reportRenamed } from '../../compare/changed.ts';
import { partChanged, titleChanged, wholePart } from '../../compare/descriptions.ts';
import { CONTEXT, exampleOf, RETURN_A_BOOK, describedAs } from '../../compare/example-documents.ts';
import { namesMoved } from '../../compare/sequence.ts';
import { kindsOf } from '../../kind.ts';

const { wire, model } = kindsOf('skill');

const EVALS = `context: The library has one floor.
evals: [{ input: Find a book on bees, expected_behavior: [Calls search_books] }*]`;

/** Evals are not served. */
function contentHash({ evals: _evals, source: _source, files, ...content }: SkillPlan): string {
  return textHash(JSON.stringify([content, files.map(({ path, sha256 }) => [path, sha256])]));
}

/** In a separate server: that of the example project serves none. */
function servingExample(version: string): string {
  return `version: ${version}
servers: [library, archive]
---
kind: server
name: archive
version: 1.0.0
summary: Finds old papers.
serve_skills: true`;
}

export const SKILL_OFFER = [
  model.safe('skill/title', {
    says: 'The title of a skill changed.',
    why: 'It is the heading of the instructions that a model follows.',
    next: 'Check that it still says what the skill is for.',
    example: { before: 'title: Find a book', after: 'title: Look for a book' },
    detect: titleChanged,
  }),
  model.risky('skill/description-does', {
    says: 'The `does` part of a skill description changed.',
    why: 'A host selects the skill by this sentence; it may now load for other requests.',
    next: 'Rerun the evals of skill "<skill>" before you release.',
    example: { before: describedAs(), after: describedAs({ does: 'Finds a book on the shelves or in the archive.' }) },
    detect: partChanged('does'),
  }),
  model.risky('skill/description-when', {
    says: 'The `when` part of a skill description changed.',
    why: 'A host may load it in situations where it did not before, and the reverse.',
    next: 'Rerun the evals of skill "<skill>" before you release.',
    example: { before: describedAs(), after: describedAs({ when: 'the user looks for a book or a journal' }) },
    detect: partChanged('when'),
  }),
  model.risky('skill/description-triggers', {
    says: 'The trigger phrases of a skill changed.',
    why: 'Requests that match a removed phrase may no longer load it.',
    next: 'Rerun the evals of skill "<skill>" before you release.',
    example: { before: describedAs(), after: describedAs({ triggers: '[find a book, where does this book stand]' }) },
    detect: partChanged('triggers'),
  }),
  model.risky('skill/description-not-for', {
    says: 'The `not_for` part of a skill description changed.',
    why: 'Requests that were excluded may now load it, and others no longer do.',
    next: 'Rerun the evals of skill "<skill>" before you release.',
    example: {
      before: describedAs(),
      after: describedAs({ not_for: '[{ case: buying books }, { case: borrowing films }]' }),
    },
    detect(pair, report) {
      const [old, now] = [pair.before, pair.after].map((skill) => skill && wholePart(skill.description, 'not_for'));
      const path = ['description', 'not_for'];
      if (old !== now) reportChanged(pair, report, path, ({ description }) => wholePart(description, 'not_for'));
      // The same text can mean other cases: the body of the skill lists each of them.
      else reportChanged(pair, report, path, ({ not_for }) => not_for);
    },
  }),
  model.safe('skill/evals', {
    says: 'The evals of a skill changed.',
    why: 'Evals test the skill and do not affect it; results for the old cases do not apply to the new ones.',
    next: 'Rerun the evals of skill "<skill>" before you release.',
    example: exampleOf(EVALS, '', ', { input: Buy me a book, should_trigger: false }'),
    detect: memberChanged('evals'),
  }),
  wire.safe('skill/added', {
    says: 'A skill was added.',
    why: 'It has no users yet.',
    next: 'Add evals, including some that must not trigger it.',
    example: exampleOf(CONTEXT, '', `\n${RETURN_A_BOOK}`),
    detect: reportAdded,
  }),
  wire.breaking('skill/removed', {
    says: 'A skill was removed.',
    why: 'Users who call it by name no longer find it, and the model handles its requests without it.',
    next: 'Keep the skill, or tell its users which skill replaces it.',
    detect: reportRemoved,
  }),
  wire.breaking('skill/renamed', {
    says: 'A skill was renamed; its description and steps are nearly the same.',
    why: 'Users and installed folders still have the old name.',
    next: 'Keep the old name, or tell users to delete the old folder.',
    example: { before: 'name: find-a-book', after: 'name: look-up-a-book' },
    detect: reportRenamed,
  }),
  wire.risky('skill/approval-lost', {
    says: 'The contents of a skill that is served over MCP changed.',
    why: 'Hosts bind user approval to the digests of all its files: every user is asked again, even for a version change.',
    next: 'Release changes to skill "<skill>" together, so that users approve only once.',
    example: { before: servingExample('1.0.0'), after: servingExample('1.0.1') },
    detect({ before, after, served }, report) {
      if (!served || !before || !after) return;
      const [old, now] = [contentHash(before), contentHash(after)];
      if (old !== now) report({ before: old, after: now });
    },
  }),
  wire.risky('skill/allowed-tool-added', {
    says: 'A skill may run another tool without approval.',
    why: 'The host no longer asks the user before it runs the tool.',
    next: 'Check that the tool does nothing a user would want to approve.',
    example: exampleOf(CONTEXT, '', '\nallowed_tools: [search_books]'),
    detect: namesMoved('added', 'allowed_tools', ({ allowed_tools }) => allowed_tools),
  }),
  wire.safe('skill/allowed-tool-removed', {
    says: 'A tool of a skill needs approval again.',
    why: 'Calls run once the user approves; without a user to ask, they do not run.',
    next: 'Check that the skill is not used where no user can approve.',
    detect: namesMoved('removed', 'allowed_tools', ({ allowed_tools }) => allowed_tools),
  }),
  wire.risky('skill/server-added', {
    says: 'A skill requires another server.',
    why: 'Where that server is not installed, the steps that use its tools fail.',
    next: 'Tell users to install the server, and describe under `compatibility:` what happens without it.',
    example: exampleOf(CONTEXT, '', '\nservers: [library]'),
    detect: namesMoved('added', 'servers', ({ servers }) => servers),
  }),
  wire.safe('skill/server-removed', {
    says: 'A skill no longer requires a server.',
    why: 'An installed server is not affected.',
    next: 'Check that no step uses its tools.',
    detect: namesMoved('removed', 'servers', ({ servers }) => servers),
  }),
];
