/** The files and the front matter of a skill. */
import { sameJson } from '@haft/runtime/language';
import { OWN_EVALS } from '../../../check/analysis/skill-files.ts';
import type { SkillPlan } from '../../../plan/model.ts';
import type { Detect, SkillPair } from '../../change.ts';
import { type MoveDirection, memberChanged, membersChanged } from '../../compare/changed.ts';
import { type CarriedFile, entriesMoved, fileChange, referenceChange } from '../../compare/sequence.ts';
import { CONTEXT, exampleOf } from '../../compare/example-documents.ts';
import { kindsOf } from '../../kind.ts';

const { wire, model } = kindsOf('skill');

const PLACES = '\n# references/places.md: Shelves A to F stand by the door.';

function filesMoved(how: MoveDirection): Detect<SkillPair> {
  const placeOf = (_at: number, { path }: CarriedFile): string[] => ['files', path];
  return entriesMoved(how, fileChange, placeOf, ({ sha256 }) => sha256);
}

const REPLACED = {
  level: 'safe',
  why: 'Haft writes it from `evals:` and the description now.',
  next: 'Compare the cases under `evals:` with those of the file.',
} as const;

export const SKILL_FILES = [
  wire.safe('skill/file-added', {
    says: 'A file was added to a skill.',
    why: 'The existing files are not affected.',
    next: 'If a model should read it, name it in the body, or under `references:` where the skill has steps.',
    example: exampleOf(CONTEXT, '', PLACES),
    detect: filesMoved('added'),
  }),
  wire.breaking('skill/file-removed', {
    says: 'A file was removed from a skill.',
    why: 'Anything that reads or runs it by path fails.',
    next: 'Keep the file, or check that nothing refers to it. Where it is still in the folder, `haft check` says why it is left out.',
    detect(pair, report) {
      const hasCases = (pair.after?.evals.length ?? 0) > 0;
      filesMoved('removed')(pair, (facts) => {
        report(hasCases && OWN_EVALS.has(String(facts.path?.at(-1))) ? { ...facts, ...REPLACED } : facts);
      });
    },
  }),
  model.risky('skill/file-changed', {
    says: 'The contents of a skill file changed.',
    why: 'A model reads or runs it as part of the skill.',
    next: 'Rerun the evals of skill "<skill>" before you release.',
    example: exampleOf(CONTEXT, PLACES, PLACES.replace('F', 'G')),
    detect(pair, report) {
      for (const both of fileChange(pair).changed)
        membersChanged(both, report, ['files', both.after.path], (one) => one);
    },
  }),
  model.risky('skill/reference-added', {
    says: 'A reference file was added to a skill.',
    why: 'The model reads more before it answers, and follows what it reads.',
    next: 'Rerun the evals of skill "<skill>" before you release.',
    example: exampleOf(
      CONTEXT.replace('*', `*${PLACES}`),
      '',
      '\nreferences: [{ file: references/places.md, when: the user asks for a shelf }]',
    ),
    detect: entriesMoved('added', referenceChange, (at) => ['references', at]),
  }),
  model.risky('skill/reference-removed', {
    says: 'A reference file was removed from a skill.',
    why: 'The model no longer reads the file.',
    next: 'Rerun the evals of skill "<skill>" before you release.',
    detect: entriesMoved('removed', referenceChange, (at) => ['references', at]),
  }),
  model.risky('skill/reference-changed', {
    says: 'The condition for reading a reference file changed.',
    why: 'A model may read it when it did not before, and the reverse.',
    next: 'Rerun the evals of skill "<skill>" before you release.',
    example: exampleOf(
      `references: [{ file: references/places.md, when: the user asks * }]${PLACES}`,
      'for a shelf',
      'where a book is',
    ),
    detect(pair, report) {
      for (const { before, after, at } of referenceChange(pair).changed)
        report({ path: ['references', at, 'when'], before: before.when, after: after.when });
    },
  }),
  wire.risky('skill/license', {
    says: 'The license of a skill changed.',
    why: 'The license terms differ from those of the release.',
    next: 'Check that all contributors agree.',
    example: exampleOf(CONTEXT, '\nlicense: MIT', '\nlicense: Apache-2.0'),
    detect: memberChanged('license'),
  }),
  wire.risky('skill/compatibility', {
    says: 'The requirements of a skill changed.',
    why: 'Hosts and users that met the old requirements may not meet the new ones.',
    next: 'Tell users what changed before they update.',
    example: exampleOf(CONTEXT, '', '\ncompatibility: Needs Python 3.12.'),
    detect: memberChanged('compatibility'),
  }),
  wire.safe('skill/metadata', {
    says: 'The additional front matter of a skill changed.',
    why: 'Only hosts that know these keys read them.',
    next: 'Test with the host that uses the key.',
    example: exampleOf(CONTEXT, '', '\nmetadata: { author: The town library }'),
    detect: (pair, report) => membersChanged(pair, report, ['metadata'], ({ metadata }) => metadata),
  }),
  model.risky('skill/front-matter', {
    says: 'Further front matter of a skill changed.',
    why: 'Hosts read keys of their own there, such as the tools that a skill may use.',
    next: 'Check the skill "<skill>" in the hosts that read the key.',
    example: { before: 'front_matter: { effort: low }', after: 'front_matter: { effort: high }' },
    detect: (pair, report) => membersChanged(pair, report, ['front_matter'], furtherOf),
  }),
  model.safe('skill/front-matter-text', {
    says: 'The front matter of a skill says the same in another text.',
    why: 'The bytes of SKILL.md changed: order, quotes, comments or spaces.',
    next: 'Restore the original if the change was not intended.',
    example: { before: 'front_matter: { effort: low, tier: 1 }', after: 'front_matter: { tier: 1, effort: low }' },
    detect({ before, after }, report) {
      if (!before || !after || !sameJson(before.frontMatter, after.frontMatter)) return;
      const [old, now] = [frontMatterText(before), frontMatterText(after)];
      if (old !== now) report({ path: ['front_matter_source'], before: old, after: now });
    },
  }),
];

/** Without a text of its own, the front matter is printed from its values in their order. */
function frontMatterText({ frontMatter, frontMatterSource }: SkillPlan): string {
  return frontMatterSource ?? JSON.stringify(frontMatter ?? {});
}

/** Without what other kinds of change are about. */
function furtherOf(skill: SkillPlan): object {
  const { name: _name, description: _description, license, compatibility, metadata, ...more } = skill.frontMatter ?? {};
  return {
    ...more,
    ...(skill.license === undefined && { license }),
    ...(skill.compatibility === undefined && { compatibility }),
    ...(Object.keys(skill.metadata).length === 0 && { metadata }),
  };
}
