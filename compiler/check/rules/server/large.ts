/** Servers with many tools, of which a host shows a model few at once. */
import { stem } from '@haft/runtime/language';
import { say } from '../../../base/sentence.ts';
import { listNames } from '../../../base/text/escape.ts';
import { nameWords, sentenceWords, withoutVersion } from '../../analysis/names/name-words.ts';
import { domainStems } from '../../analysis/prose/server-terms.ts';
import type { ServerPart } from '../../model.ts';
import { type ReportFinding, rule } from '../../rule.ts';
import { isListed } from '../../tool-names.ts';

/** From here on hosts show names and instructions, and search for the rest; below it all tools fit into one request. */
const MANY = 30;

/** Fewer cost less than the two steps of a search. */
const WORTH_A_SEARCH = 40;

/** The tools of `list: search` itself (`emit/server/listed-tools.ts`). */
const OWN_NAMES: ReadonlySet<string> = new Set(['find_tools', 'call_tool']);

const ABOUT = 'description: { does: Reads one of them., when: the user asks for it }, parameters: {}, effects: read';

const tool = (name: string): string => `  - { name: ${name}, ${ABOUT}, handler: handlers.ts }`;

const toolsNamed = (names: readonly string[]): string => `tools:\n${names.map(tool).join('\n')}`;

const DRILLS = toolsNamed(Array.from({ length: 32 }, (_, at) => `get_drill_${at}`));
const LOANS = toolsNamed(Array.from({ length: 42 }, (_, at) => `get_loan_${at}`));

export const instructionsSubjects = rule({
  id: 'server/instructions-subjects',
  severity: 'note',
  says: 'The instructions of a server with many tools should say what they are about.',
  why: 'Hosts defer the tools of large servers: at first a model reads the instructions alone, and searches only where they name what it needs.',
  source: 'EXT §8 (as few as possible; large material exhausts context), MCP lifecycle (`instructions`)',
  good: [
    LOANS.replace('tools:', 'name: library\nsummary: Lends books and lists loans.\ntools:'),
    toolsNamed(['get_drill']),
  ],
  bad: [`summary: Helps with work.\n${DRILLS}`, `summary: All there is.\n${DRILLS.replaceAll('drill', 'lathe')}`],
  check(server, report) {
    const tools = server.tools.filter(({ spec }) => isListed(spec));
    if (tools.length <= MANY) return;
    const subjects = subjectsOf(tools.map(({ spec }) => spec.name));
    const { instructions = server.spec.summary } = server.spec;
    const words = new Set([...domainStems(server), ...sentenceWords(instructions).map(stem)]);
    if (subjects.length === 0 || subjects.some((word) => words.has(stem(word)))) return;
    report(
      [server.spec.instructions === undefined ? 'summary' : 'instructions'],
      say`Server "${server.spec.name}" has ${tools.length} tools, and its instructions name nothing that they are about.`,
      `Say what the server is for with the words of its tools, such as ${listNames(subjects, 5)}.`,
    );
  },
});

/** How many words of names count as subjects, and from how many tools on. */
const [MAX_SUBJECTS, MIN_TOOLS] = [5, 2];

/** The words that most names of tools share but for the first, which is what they do. */
function subjectsOf(names: readonly string[]): readonly string[] {
  const counts = new Map<string, number>();
  for (const name of names)
    for (const word of new Set(withoutVersion(nameWords(name)).slice(1)))
      if (/[a-z]{3}/.test(word)) counts.set(word, (counts.get(word) ?? 0) + 1);
  const shared = [...counts].filter(([, count]) => count >= MIN_TOOLS).sort(([, a], [, b]) => b - a);
  return shared.slice(0, MAX_SUBJECTS).map(([word]) => word);
}

export const listSearch = rule({
  id: 'server/list-search',
  severity: 'error',
  says: '`list: search` must leave its two names to its own tools, and should be worth a further step.',
  why: 'A tool of the same name could not be called. A model needs two calls more for each task, and a user can no longer allow a tool by its name.',
  source: 'MCP tools/list (names are unique)',
  good: [`name: library\nsummary: Lists loans.\nlist: search\n${LOANS}`, 'list: all\ntools: []'],
  bad: [`list: search\n${toolsNamed(['call_tool'])}`, `list: search\n${toolsNamed(['get_drill'])}`],
  check(server, report) {
    if (server.spec.list !== 'search') return;
    const own = server.tools.filter(({ spec }) => OWN_NAMES.has(spec.name));
    for (const { spec } of own)
      report(
        ['list'],
        say`With \`list: search\` the server has a tool "${spec.name}" of its own.`,
        'Rename the tool, or delete `list`.',
      );
    if (own.length === 0) reportFew(server, report);
  },
});

function reportFew(server: ServerPart, report: ReportFinding): void {
  const { length } = server.tools.filter(({ spec }) => isListed(spec));
  if (length >= WORTH_A_SEARCH) return;
  report(
    ['list'],
    say`Server "${server.spec.name}" has ${length} tools: a list of them costs a model less than searching.`,
    `Delete \`list: search\`, which pays from about ${WORTH_A_SEARCH} tools on.`,
    { suspected: true },
  );
}
