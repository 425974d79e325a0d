/** The servers, tools and skills that a skill names exist. */
import { nearest } from '@haft/runtime/language';
import { inTwoServers } from '../../example-documents.ts';
import { say } from '../../../base/sentence.ts';
import type { SkillPart, SpecDraft } from '../../model.ts';
import { type ReportFinding, type ReportOptions, crossRule } from '../../rule.ts';
import { isSameList } from '../../../base/memo.ts';
import { fileText, referencePath, textsIn } from '../../analysis/hidden/model-texts.ts';
import { referenceFix, referenceProblem } from '../../analysis/names/tool-references.ts';
import { type NamedWord, isMeantAsTool, namedIn } from '../../analysis/edits/named-tools.ts';
import { filesOfSkills } from '../../analysis/skill-files.ts';
import type { NodePath } from '../../../spec/yaml/spec.ts';
import { unknownName } from '../../analysis/unknown-name.ts';

export const serversResolve = crossRule({
  id: 'skill/servers-resolve',
  severity: 'error',
  imported: 'warning',
  around: (draft) => draft.skills.map((skill) => [skill, draft]),
  says: 'The servers of a skill must exist, and exactly one of them must offer each tool that it names.',
  resolves: true,
  why: 'The skill lists the servers that users must install; with a wrong list, its steps name tools that are not available.',
  source: 'EXT §2.5 (mcpServers is a map by server name)',
  good: [
    'servers: [library]',
    'servers: [library]\nsteps: [Search with `search_books`., Say what was found.]',
    `servers: [library]\n---\n${inTwoServers('search_books')}`,
  ],
  bad: [
    'servers: [libary]',
    `servers: [archive]
steps:
  - Ask for the title.
  - Search with \`search_books\`.
---
kind: server
name: archive
version: 1.0.0
summary: Finds old papers.`,
    `servers: [archive, branch]\nsteps: [Look with \`find_maps\`.]\n---\n${inTwoServers('find_maps')}`,
    'servers: [library, library]\nsteps: [Search with `search_books`., Say what was found.]',
  ],
  check(skill, report, draft) {
    const { names } = draft;
    const { servers } = skill.spec;
    for (const [index, name] of (servers ?? []).entries()) {
      if (!names.servers.has(name)) report(['servers', index], ...unknownName('server', name, names.servers));
      else if (servers?.indexOf(name) !== index)
        report(['servers', index], say`Server "${name}" is listed twice.`, 'Remove one of them.');
    }
    if (!servers?.every((name) => names.servers.has(name))) return;
    for (const named of [...namedIn(namingTexts(skill)), ...allowedTools(skill)]) {
      const { path, word, source } = named;
      const owners = names.tools.resolve(word, servers).map((id) => id.server);
      const isListed = owners.some((one) => one === '' || servers.includes(one));
      const quoted = owners.map((one) => `"${one}"`).join(' or ');
      if (owners.length > 0 && !isListed && (path[0] === 'steps' || path[0] === 'never'))
        report(
          path,
          `Tool "${word}" is a tool of server ${quoted}, which this skill does not list.`,
          `Add ${quoted} to \`servers\`.`,
          { word: source },
        );
      else if (owners.length > 1) reportAmbiguous(skill, named, draft, report);
    }
  },
});

function reportAmbiguous(skill: SkillPart, named: NamedWord, draft: SpecDraft, report: ReportFinding): void {
  const { path, word, source } = named;
  const problem = referenceProblem(word, draft.names.tools, skill.spec.servers ?? [], draft.settings.released);
  if (!problem) return;
  const text = textsIn(skill.spec).find((one) => isSameList(one.path, path))?.text ?? source;
  const fixed = text.replaceAll(source, source.replace(word, problem.meant ?? word));
  report(path, problem.message, problem.hint, { word: source, ...referenceFix(skill, path, problem, fixed) });
}

/** Every text of a skill in which steps, examples and evals name tools. */
function namingTexts({ spec: { context, steps, example, never, evals = [] } }: SkillPart): object {
  return { context, steps, example, never, evals: evals.map(({ expected_behavior = [] }) => ({ expected_behavior })) };
}

/** Hosts have tools of their own, which stand there as well: a name counts where it is almost that of a tool. */
function allowedTools({ spec: { allowed_tools = [] } }: SkillPart): NamedWord[] {
  return allowed_tools.map((word, index) => {
    return { path: ['allowed_tools', index], word, source: word, to: undefined, span: { start: 0, end: word.length } };
  });
}

export const toolReferences = crossRule({
  id: 'skill/tool-references',
  severity: 'warning',
  evidence: 'prose',
  around: (draft) => filesOfSkills(draft).map(([skill, files]) => [skill, { draft, files }]),
  says: 'Every tool that a skill, its references or its evals name must exist.',
  profiles: ['ext'],
  resolves: true,
  why: 'A step sends the model to the named tool; if it does not exist, the skill stops there.',
  source: 'EXT §2.1 (numbered steps, and behaviors that should be observed)',
  good: [
    'servers: [library]\nsteps: [Search with `search_books`., "Say `done`."]',
    'servers: [library]\nsteps: ["Search with `search_books`, note the `due_date`, check `status_code`, and read the list with `read_csv()`."]',
    'steps: [Call `find_shelf` of the host.]',
  ],
  bad: [
    'servers: [library]\nsteps: [Search with `serch_books`.]',
    `servers: [library]
context: Books come from \`search_book\`; their labels are in \`upper_case\`.
steps: [Search with \`search_books\`.]
never: [Call \`delete_books\` without asking]
evals: [{ input: find a book, expected_behavior: [Calls serch_books first, Names the shelf] }]`,
    `servers: [library]
context: The tool \`lend_book\` lends the first one.
steps: [Search with \`search_books\`.]
allowed_tools: [Bash(git *), read_file, serch_books, mcp__library__lend_book]`,
  ],
  check(skill, report, { draft, files }) {
    const { servers = [] } = skill.spec;
    const { names } = draft;
    // Where no server that it lists is known, a tool of any may be meant.
    const near = servers.some((name) => names.servers.has(name)) ? servers : [...names.servers];
    const judge = (named: NamedWord, place: ReportOptions, path: NodePath): void => {
      if (names.tools.resolve(named.word, near).length > 0 || !isMeantAsTool(named, near, draft)) return;
      const problem = referenceProblem(named.word, names.tools, near);
      if (problem) report(path, problem.message, problem.hint, place);
    };
    for (const named of allowedTools(skill)) {
      const ofServer = ofHost(named.word, names.servers);
      // Without a server, tools are those of the host.
      if (ofServer ?? servers.length > 0)
        judge({ ...named, word: ofServer ?? named.word }, { word: named.source }, named.path);
    }
    if (servers.length === 0) return;
    for (const named of namedIn(namingTexts(skill))) judge(named, { word: named.source }, named.path);
    for (const file of files.filter(({ path }) => PROSE_FILE.test(path)))
      for (const named of namedIn([fileText(file) ?? '']))
        judge(named, { inFile: { file: file.path, ...named.span } }, referencePath(skill, file));
  },
});

/** What the model reads as text; programs have names of their own in backticks. */
const PROSE_FILE = /\.(?:md|markdown|txt)$/i;

/** `mcp__library__search_books` is what hosts call the tool of a server: as a text of this project, where the server is one of it. */
function ofHost(written: string, servers: ReadonlySet<string>): string | undefined {
  const [host, server = '', ...tool] = written.split('__');
  return host === 'mcp' && tool.length > 0 && servers.has(server) ? `${server}.${tool.join('__')}` : undefined;
}

export const useResolves = crossRule({
  id: 'skill/use-resolves',
  severity: 'warning',
  around: (draft) => draft.skills.map((skill) => [skill, draft]),
  says: '`use` under `not_for` must name one skill, tool or server of this project.',
  resolves: true,
  why: 'The model is sent to the named target; with a typo, or a reference to the skill itself, it stops there.',
  source: 'EXT §2.1 (Do NOT use for …); EXT §8 rule 1',
  good: [
    'description: { does: Finds a book., when: the user looks for a book, triggers: [find a book, is there a book about], not_for: [{ case: a list of all books, use: search_books }] }',
    'description: { does: Finds a book., when: the user looks for a book, triggers: [find a book, is there a book about], not_for: [{ case: buying books }, { case: questions about lending, use: library }] }',
  ],
  bad: [
    'description: { does: Finds a book., when: the user looks for a book, triggers: [find a book, is there a book about], not_for: [{ case: a list of all books, use: serch_books }] }',
    `description:
  does: Finds a book on the shelves.
  when: the user looks for a book
  triggers: [find a book, is there a book about]
  not_for:
    - { case: the web, use: web-search }
    - { case: journals, use: find-a-book }`,
    `description: { does: Finds a book., when: the user looks for a book, triggers: [find a book, is there a book about], not_for: [{ case: maps, use: find_maps }] }\n---\n${inTwoServers('find_maps')}`,
  ],
  check(skill, report, { names, settings }) {
    const { servers = [] } = skill.spec;
    for (const [index, { use }] of skill.spec.description.not_for.entries()) {
      const path = ['description', 'not_for', index, 'use'];
      if (use === skill.spec.name)
        report(path, say`Skill "${use}" refers this case to itself.`, 'Name another skill or tool, or remove `use`.');
      if (use === undefined || names.skills.has(use) || names.servers.has(use)) continue;
      const tools = names.tools.resolve(use, servers);
      const ambiguous = tools.length > 1 && referenceProblem(use, names.tools, servers, settings.released);
      if (ambiguous) report(path, ambiguous.message, ambiguous.hint, referenceFix(skill, path, ambiguous));
      if (tools.length > 0) continue;
      const targets = [...names.skills, ...names.tools.plain(), ...names.servers];
      const [message, hint] = unknownName('skill, tool or server', use, targets);
      const isSlip = nearest(use, targets) !== undefined;
      report(
        path,
        message,
        isSlip ? hint : 'Fix it; if the skill is from another project, suppress this with the reason.',
      );
    }
  },
});
