/** The name and the description of a skill. */
import { say } from '../../../base/sentence.ts';
import { crossRule, firstUse, rule } from '../../rule.ts';
import { HOSTS } from '../../../spec/hosts/index.ts';
import { duplicatesBy } from '../../../base/groups.ts';
import { joinParts, skillDescription } from '../../description.ts';
import { startsOver } from '../../analysis/prose/description-parts.ts';
import { informationIn, isHollow } from '../../analysis/prose/information.ts';
import { skillStems } from '../../analysis/prose/server-terms.ts';

export const nameReserved = rule({
  id: 'skill/name-reserved',
  severity: 'warning',
  says: 'A skill name must not contain the reserved name of a vendor.',
  why: 'Vendors reject the upload of a skill whose name contains their own.',
  hint: 'Name the skill after what it does.',
  source: 'Agent Skills, name; the host’s upload rules',
  good: ['name: find-a-book', 'name: cloud-shelves'],
  bad: ['name: claude-book-helper', 'name: books-by-anthropic'],
  check(skill, report) {
    const { name } = skill.spec;
    const reserved = HOSTS.flatMap(({ reservedInSkills = [] }) => reservedInSkills).find((word) => name.includes(word));
    if (reserved === undefined) return;
    report(['name'], say`Skill name "${name}" contains the reserved name "${reserved}".`, { word: reserved });
  },
});

const SECOND = `kind: skill
name: book-search
version: 1.0.0
description: { does: Searches., when: the user searches, triggers: [look up a, look up b], not_for: [{ case: buying books }] }
context: There is a library.
steps: [Search]
never: [Buy]`;

export const skillDuplicate = crossRule({
  id: 'skill/duplicate',
  severity: 'error',
  around: ({ skills }) => duplicatesBy(skills, ({ spec }) => spec.name),
  locked: true,
  says: 'Every skill must have a unique name.',
  why: 'The name of a skill is the name of its folder; hosts differ in which of two duplicates they load.',
  hint: 'Rename one of the skills.',
  source: 'EXT §2.1 (folder name equals the skill name)',
  good: ['name: book-search', `name: book-search\n---\n${SECOND.replace('book-search', 'book-lending')}`],
  bad: [`name: book-search\n---\n${SECOND}`, `name: find-a-book\n---\n${SECOND}\n---\n${SECOND}`],
  check(skill, report, first) {
    report(['name'], say`Duplicate skill name "${skill.spec.name}".`, firstUse(first, ['name']));
  },
});

/** Maximum number of characters. */
const MAX_DESCRIPTION = 1024;

export const descriptionCharacters = rule({
  id: 'skill/description-characters',
  severity: 'error',
  imported: 'warning',
  says: 'The description of a skill must not contain "<" or ">".',
  why: 'Hosts put the description inside tags of their prompt and reject a skill whose text could close one.',
  hint: 'Use words instead; hosts reject "<" and ">" in descriptions.',
  source: 'Agent Skills, description; the validator of the format’s authors rejects < and >',
  good: [
    'description: { does: Finds a book., when: the user names a title, triggers: [find a book, is there a book about], not_for: [{ case: buying books }] }',
    'description: { does: Finds books of more than 500 pages -- or less., when: the user asks for a long book, triggers: [find a book, a long book], not_for: [{ case: buying books }] }',
  ],
  bad: [
    'description: { does: Finds a book., when: the user types "find <title>", triggers: [find a book, is there a book about], not_for: [{ case: buying books }] }',
    `description:
  does: Finds a book on the shelves.
  when: the user looks for a book
  triggers: [find a book, books > 500 pages]
  not_for: [{ case: "<i>buying books</i>" }]`,
  ],
  check(skill, report) {
    const { does, when, triggers, not_for } = skill.spec.description;
    const texts = [
      { path: ['does'], text: does },
      { path: ['when'], text: when },
      ...triggers.map((text, index) => ({ path: ['triggers', index], text })),
      ...not_for.flatMap((one, index) => [
        { path: ['not_for', index, 'case'], text: one.case },
        { path: ['not_for', index, 'use'], text: one.use ?? '' },
      ]),
    ];
    for (const { path, text } of texts) {
      const tag = /<[^<>]{0,30}>?|>/.exec(text)?.[0];
      if (tag)
        report(['description', ...path], say`The description of skill "${skill.spec.name}" contains "${tag}".`, {
          word: tag,
        });
    }
  },
});

export const descriptionLength = rule({
  id: 'skill/description-length',
  severity: 'error',
  imported: 'warning',
  says: 'The description of a skill must have from 1 to 1024 characters.',
  why: 'Hosts reject a skill without a description, and reject a longer one, or cut it at the end, where the "Do NOT use for" clause is.',
  source: 'Agent Skills, description (1–1024 characters)',
  good: [
    'description: { does: Searches., when: the user searches, triggers: [find a, find b], not_for: [{ case: buying books }] }',
    `description: { does: "${'Searches the shelves of the library. '.repeat(20)}", when: the user searches, triggers: [find a, find b], not_for: [{ case: buying books }] }`,
  ],
  bad: [
    `description:\n  does: Finds a book.\n  when: "${'the user looks for a book, a journal or a map, or '.repeat(20)}asks"\n  triggers: [find a book, is there a book about]\n  not_for: [{ case: buying books }]`,
    `description: { does: "${'Searches the shelves of the library. '.repeat(30)}", when: the user searches, triggers: [find a, find b], not_for: [{ case: buying books }] }`,
  ],
  check(skill, report) {
    const text = joinParts(skillDescription(skill.spec.description));
    const { length } = [...text];
    if (text.trim() === '')
      report(
        ['description'],
        say`The description of skill "${skill.spec.name}" is empty, and no host loads it.`,
        'Write what the skill does and when to use it.',
      );
    if (length <= MAX_DESCRIPTION) return;
    report(
      ['description'],
      say`The description of skill "${skill.spec.name}" has ${length} characters; the maximum is ${MAX_DESCRIPTION}.`,
      'Move details to the body; keep what, when, triggers and exclusions.',
    );
  },
});

export const skillDescriptionParts = rule({
  id: 'skill/description-parts',
  severity: 'warning',
  imported: 'note',
  evidence: 'prose',
  says: 'Every part of a skill description must be specific and must not repeat the prefix that Haft adds.',
  why: 'A host decides by the description alone whether to load the skill: "Use when needed" matches every request, and "Use when use when …" wastes the first words.',
  source: 'EXT §2.1 (when to use it, what it does, a Do NOT use for clause)',
  good: [
    'description: { does: Finds a book on the shelves., when: the user looks for a book, triggers: [find a book, is there a book about], not_for: [{ case: buying books }] }',
    'description: { does: Lends books to readers., when: a reader wants to take a book home, triggers: [lend me, borrow a book], not_for: [{ case: reserving rooms, use: find-a-book }] }',
  ],
  bad: [
    `description:
  does: Helps with books.
  when: Use when the user looks for a book. # not before
  triggers: [find a book, is there a book about]
  not_for: [{ case: Do NOT use for buying books }]`,
    'description: { does: "TODO", when: needed, triggers: [find a book, is there a book about], not_for: [{ case: anything else }] }',
  ],
  check(skill, report) {
    const { does, when, not_for } = skill.spec.description;
    const parts = [
      { path: ['description', 'does'], text: does, before: undefined },
      { path: ['description', 'when'], text: when, before: 'Use when' as const },
      ...not_for.map((one, index) => ({
        path: ['description', 'not_for', index, 'case'],
        text: one.case,
        before: 'Do NOT use for' as const,
      })),
    ];
    // One text of profile `mcp` has no `when`.
    for (const { path, text, before } of parts.filter((part) => part.text !== '')) {
      const rest = before && startsOver(text, before);
      if (rest !== undefined) {
        report(path, `Haft adds "${before}" before this text, which already starts with it.`, `Write "${rest}".`, {
          fix: {
            title: `Remove the duplicate "${before}".`,
            edits: [skill.edit({ kind: 'replace', path, value: rest })],
          },
        });
      } else if (isUnspecific(text, before, skillStems(skill))) {
        report(
          path,
          `"${text.trim()}" is not specific to this skill.`,
          'Name the objects it works on and the situation, as a user would.',
        );
      }
    }
  },
});

/** "Helps with books" names no action: beside a hollow verb, one word is too little. */
function isUnspecific(text: string, before: string | undefined, subject: ReadonlySet<string>): boolean {
  const telling = informationIn(text, before === undefined ? 'does' : 'situation', subject);
  return telling.length < (before === undefined && isHollow(text) ? 2 : 1);
}
