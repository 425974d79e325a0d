/** SKILL.md files as odd as people write them: import → compile → the same bytes, or a sentence that says what is wrong. */
import { expect, test } from 'vitest';
import { settingsOf } from '../../compiler/check/settings.ts';
import { planSpecs } from '../../compiler/plan/plan-specs.ts';
import { skillMd } from '../../compiler/emit/skill/skill-md.ts';
import { printDocuments } from '../../compiler/features/import/print.ts';
import { importSkills } from '../../compiler/features/import/skills/import-skills.ts';

const settings = settingsOf({ profiles: { specs: 'mcp' } });
const NAMED = 'name: odd\ndescription: Does it.\n';

/** What stands between the first line and the body. */
const SAME: Readonly<Record<string, string>> = {
  'keys of several lines': `---\n${NAMED}? >-\n  a long\n  key\n: 1\n"quoted key": 2\n---\n`,
  numbers: `---\n${NAMED}version: 1.10\nhex: 0x1F\nbig: 12345678901\nexponent: 1e3\nnegative: -0.5\n---\n`,
  dates: `---\n${NAMED}date: 2026-11-22\ntime: 2026-11-22T10:00:00Z\nduration: 12:30:45\n---\n`,
  anchors: `---\n${NAMED}a: &x [1, 2]\nb: *x\nc: { d: *x }\n---\n`,
  comments: `---\n# first\n${NAMED}# between\nlicense: MIT # behind\n# last\n---\n`,
  'tabs between values': `---\nname:\todd\ndescription:\tDoes it.\t\nlist: [a,\tb]\n---\n`,
  CRLF: `---\r\n${NAMED.replaceAll('\n', '\r\n')}---\r\n`,
  'CRLF and LF': `---\r\n${NAMED}license: MIT\r\n---\n`,
  'a byte order mark': `\uFEFF---\n${NAMED}---\n`,
  'nothing but name and description': `---\n${NAMED}---\n`,
  'blank lines and blanks': `---\n\n\n  name: odd\n  description: Does it.\n\n---   \n`,
  'flow style': '---\n{ name: odd, description: "Does it.", tags: [a, "b: c", { d: null }] }\n---\n',
  'a literal block with dashes': `---\nname: odd\ndescription: |\n  Does it.\n   ---\n  # no comment\n---\n`,
  'a folded block': `---\nname: odd\ndescription: >+\n  Does\n  it.\n\n\n---\n`,
  tags: `---\n${NAMED}a: !!str 1\nb: !!int "2"\n---\n`,
  'words that are other types elsewhere': `---\n${NAMED}a: yes\nb: No\nc: ~\nd:\ne: "null"\nf: on\n---\n`,
  'keys that are no strings elsewhere': `---\n${NAMED}true: yes\nnull: no\n---\n`,
  'keys with odd names': `---\n${NAMED}1: one\nx y: z\nünï: ü\n__proto__: { polluted: 1 }\nconstructor: c\n---\n`,
  'strings with every escape': `---\n${NAMED}a: "\\x41\\u00e9\\U0001F600\\n\\t\\0\\e"\nb: 'it''s'\n---\n`,
  'emoji and other scripts': '---\nname: odd\ndescription: 日本語 🗃️ naïve — «x»\n---\n',
  'a key of Haft': `---\n${NAMED}kind: skill\nfrom: x\ntext: y\nsteps: [1]\n---\n`,
  'an allowed-tools list': `---\n${NAMED}allowed-tools:\n- Read\n-   Bash(git *)\n---\n`,
  'deep metadata': `---\n${NAMED}metadata: ${'{ a: '.repeat(20)}1${' }'.repeat(20)}\n---\n`,
  '100 KB': `---\n${NAMED}notes: |\n${'  A line of notes that is long enough.\n'.repeat(2700)}---\n`,
  '2,000 keys': `---\n${NAMED}${Array.from({ length: 2000 }, (_, count) => `key-${count}: ${count}\n`).join('')}---\n`,
  'an empty description': '---\nname: odd\ndescription: ""\n---\n',
};

const REFUSED: Readonly<Record<string, readonly [text: string, message: RegExp]>> = {
  'duplicate keys': [`---\n${NAMED}license: MIT\nlicense: ISC\n---\n`, /cannot be read\. Line 5: .*license/],
  'a colon in a value': [`---\nname: odd\ndescription: Does: it\n---\n`, /cannot be read\. Line 3: /],
  'a value behind a list': [
    `---\n${NAMED}argument-hint: [file] [other]\n---\n`,
    /cannot be read\. Line 4: Unexpected content: "\["\.$/,
  ],
  'an indent of a tab': [`---\nname: odd\nmetadata:\n\ta: 1\n---\n`, /cannot be read/],
  'two documents': [`---\n${NAMED}...\n--- x\na: 1\n---\n`, /cannot be read/],
  'an endless line': [`---\nname: odd\ndescription: "Does\n---\n`, /cannot be read/],
  'a list': ['---\n- name: odd\n---\n', /not one map/],
  empty: ['---\n---\n', /has no keys/],
  'keys that are lists': [`---\n${NAMED}[a]: yes\n---\n`, /key is not a string/],
  'no front matter': ['# Odd\n', /does not start with front matter/],
  'no last line': [`---\n${NAMED}`, /does not start with front matter/],
  'a blank line above': [`\n---\n${NAMED}---\n`, /does not start with front matter/],
  'an alias without an anchor': [`---\n${NAMED}a: *x\n---\n`, /cannot be read/],
  'a bomb of aliases': [
    `---\n${NAMED}a0: &a0 [x]\n${Array.from({ length: 30 }, (_, at) => `a${at + 1}: &a${at + 1} [*a${at}, *a${at}, *a${at}]\n`).join('')}---\n`,
    /cannot be read/,
  ],
};

function imported(text: string): ReturnType<typeof importSkills> {
  const file = { path: 'odd/SKILL.md', bytes: Buffer.from(text), executable: false };
  return importSkills({ files: [file], left: [], outside: { count: 0, paths: [] }, name: 'top' });
}

test.each(Object.entries(SAME))('%s', (_name, front) => {
  const text = `${front}\n# Odd\r\n---\nBody`;
  const { documents, files, losses } = imported(text);
  expect(losses).toEqual([]);
  const specs = printDocuments(documents).map(({ path, text: yaml }) => ({ path: `specs/${path}`, text: yaml }));
  const own = files.map((file) => ({ ...file, path: `specs/${file.path}` }));
  const { diagnostics, value } = planSpecs(specs, { settings, files: own });
  expect(diagnostics.filter(({ severity }) => severity === 'error')).toEqual([]);
  const [skill] = value?.plan.skills ?? [];
  expect(skill && skillMd(skill)).toBe(text);
  expect(Object.prototype).not.toHaveProperty('polluted');
});

test.each(Object.entries(REFUSED))('%s is rejected with its reason', (_name, [text, message]) => {
  const { documents, losses } = imported(`${text}Body`);
  expect(documents).toEqual([]);
  expect(losses.map((loss) => loss.message)).toEqual([expect.stringMatching(message)]);
});
