/** `haft explain <rule>`: the page of one rule or kind of change. */
import type { Command } from '../../edge/command-line/command.ts';
import { LOST_BY_CHANGE, NOTES, type NotePage } from '../../check/notes.ts';
import { RULES } from '../../check/rules/index.ts';
import type { AnyRule, RuleSubject } from '../../check/rule.ts';
import type { Severity } from '../../base/diagnostic.ts';
import type { ChangeKind } from '../../versions/change.ts';
import { CHANGES } from '../../versions/changes/index.ts';
import { POLICY } from '../../versions/policy/index.ts';
import type { PolicyRule } from '../../versions/policy/policy.ts';
import { Failure, unknownName } from '../../edge/command-line/failure.ts';
import { RECORDING_FINDINGS } from '../../features/recordings/findings.ts';
import { HANDLER_FINDINGS } from '../../edge/handlers/explained.ts';

const RUN_FINDINGS: readonly NotePage[] = [
  {
    id: 'eval/figures',
    says: 'The figures of a run of evals, in formats that print findings.',
    why: 'They show how many cases of each choice are right, and fail nothing.',
    next: 'See the whole run with `haft eval --format html`.',
  },
  {
    id: 'eval/choice',
    says: 'A choice of haft.yaml must name servers, skills and tools that exist.',
    why: 'A case that expects what the choice does not have can never be right.',
    next: 'Correct the name that the finding quotes, or add what it names.',
  },
  {
    id: 'eval/model',
    says: 'Each entry of `evals.models` in haft.yaml must be another model.',
    why: 'Results are recorded in haft.evals.json by the name of the model: those of a second entry would replace those of the first.',
    next: 'Delete one of the two entries.',
  },
  {
    id: 'eval/comparison',
    says: 'The verdict of a run of evals that compares two texts.',
    why: 'Only a loss that chance does not explain is called worse.',
    next: 'See which cases were lost with `haft eval --against contract --format html`.',
  },
  {
    id: 'eval/gate',
    says: 'The reason why a run of evals failed or is void.',
    why: 'The exit code depends on it: a run passes only with enough evidence.',
    next: 'Read the sentence of the finding: it names the choice and the pass mark.',
  },
  {
    id: 'skill/files-left',
    says: 'A file in the folder of an imported skill should be copied with it.',
    why: 'A skill that names a file that hosts do not get fails where the file is read.',
    next: 'Follow the hint of the finding: it names the file and the reason.',
  },
  {
    id: 'tool/server-known',
    says: 'A tool in a document of its own must name a server that exists.',
    why: 'A tool without a server is in no list that a model reads.',
    next: 'Correct the name in `server:`, or add the server.',
  },
];

const AXES: Readonly<Record<ChangeKind['axis'], string>> = {
  wire: 'Axis: wire (what callers send and receive).',
  model: 'Axis: model (what a model sees and chooses by).',
};

/** What an example shows, and what it leaves out. */
const SHOWN: Readonly<Record<RuleSubject, string>> = {
  server: ofKind('server'),
  tool: ofKind('tool'),
  param: ofKind('tool'),
  schema: ofKind('tool'),
  skill: ofKind('skill'),
};

const JUDGED = {
  always: '`haft check`, `haft compile`, `haft diff` and `haft release`',
  review: '`haft diff` and `haft release`',
  release: '`haft release`',
  check: '`haft check` and `haft compile`',
};

const DECIDED =
  'A decision is recorded in haft.decisions.json and holds for one pair of texts. No comment suppresses the finding.';

const PROMISE = 'The rule is locked, because callers rely on it: haft.yaml cannot change its severity.';

const LOCKED = 'This rule is locked, because the compiler relies on it: it cannot be disabled or hidden by a baseline.';

export const explainCommand: Command = {
  name: 'explain',
  summary: 'Explain a rule or a kind of change: why it exists, with examples.',
  positional: '<rule>',
  flags: {},
  examples: [['haft explain tool/verb-first', 'Why a tool name starts with a verb.']],
  run({ positionals: [id = ''] }) {
    process.stdout.write(pageOf(id));
    return 0;
  },
};

function ofKind(kind: string): string {
  return `The examples show the relevant keys of a ${kind}; what follows \`---\` is another document of the project.`;
}

/** By id: rules, kinds of changes, rules of policy, notes, and findings that no rule makes. */
const PAGES: ReadonlyMap<string, () => string> = new Map([
  ...pagesOf(
    [...HANDLER_FINDINGS, ...RECORDING_FINDINGS, ...RUN_FINDINGS],
    ({ id, says, why, next }) => `# ${id}\n\n${says}\n\n${why}\n\n## What to do\n\n${next}\n`,
  ),
  ...pagesOf(NOTES, ({ id, says, why, next, source }) => {
    const more = `A note fails nothing. It is found by ${id === LOST_BY_CHANGE.id ? '`haft check` and `haft watch`, without a model' : '`haft eval`, whose gate decides what fails'}. Source: ${source}.`;
    return `# ${id}\n\n${says}\n\n${why}\n\n${more}\n\n## What to do\n\n${next}\n\n## Exceptions\n\n${suppression(id, 'note')}\n`;
  }),
  ...pagesOf(POLICY, policyPage),
  ...pagesOf(
    CHANGES,
    ({ id, says, why, next, axis, level, example, mirror }) =>
      `# ${id}\n\n${says}\n\n${why}\n\n${AXES[axis]} Level: ${level}.\n\n## Before\n\n${examples([example.before])}\n\n## After\n\n${examples([example.after])}\n\n## What to do\n\n${next}\n\nReverse change: ${mirror}${mirror.endsWith('.') ? '' : '.'}\n`,
  ),
  ...pagesOf(RULES, explanation),
]);

function pagesOf<T extends { readonly id: string }>(subjects: readonly T[], page: (subject: T) => string) {
  return subjects.map((subject) => [subject.id, () => page(subject)] as const);
}

export function pageOf(id: string): string {
  const page = PAGES.get(id);
  if (page) return page();
  throw unknown(id);
}

function policyPage({ id, says, why, next, source, severity = 'error', ...rule }: PolicyRule): string {
  const { when = 'always', isDecided, locked, dated } = rule;
  const comment = acknowledgement(id, dated);
  const own = locked
    ? `${isDecided ? DECIDED : comment}\n\n${PROMISE}`
    : `${comment}\n\n${otherSeverity(id, severity)}`;
  return `# ${id}\n\n${says}\n\n${why}\n\nChecked by ${JUDGED[when]}. Source: ${source}.\n\n## What to do\n\n${next}\n\n## Exceptions\n\n${own}\n`;
}

function unknown(id: string): Failure {
  if (id === '') return new Failure('`haft explain` needs a rule id.', '`haft rules` lists them.');
  if (/^(?:yaml|file|spec|suppression|import)\//.test(id)) {
    return new Failure(
      `"${id}" is a finding about the form of a file or about an import; its message is complete.`,
      '`haft schema` describes the spec format.',
    );
  }
  const message = `Unknown rule "${id}".`;
  return unknownName(
    [message, id],
    [...PAGES.keys()],
    '`haft rules` lists them.',
    (guess) => `\`haft explain ${guess}\``,
  );
}

/** Markdown, so that `docs/rules/` and the terminal show the same page. */
export function explanation(rule: AnyRule): string {
  const { id, subject, severity, release, evidence, measured, says, why, source, good, bad, locked, profiles } = rule;
  const later = release ? `; ${release} at \`haft release\`` : '';
  const scope = profiles?.length === 1 ? '; imported tools and skills (profile mcp) are exempt' : '';
  return `# ${id}

${says}

${why}

Severity: ${severity}${later}${scope}. Source: ${source}.
${evidence === undefined ? '' : `\n${EVIDENCE[evidence]} ${precision(measured)}\n`}
${SHOWN[subject]}

## Incorrect

${examples(bad)}

## Correct

${examples(good)}

## Exceptions

${locked ? LOCKED : suppression(id, release ?? severity)}
`;
}

function precision(measured: AnyRule['measured']): string {
  if (!measured) return 'Its precision is not measured.';
  return `On public servers, ${measured.useful} of ${measured.judged} findings were useful.`;
}

/** How sure the rule is, where it judges wording. */
const EVIDENCE = {
  prose: 'It judges the wording of texts, so it is a warning at most.',
  signals:
    'It judges the wording of texts: one signal alone is a warning; an error has two independent ones, or a proof.',
} as const;

function examples(texts: readonly string[]): string {
  return texts.map((text) => `\`\`\`yaml\n${shortExample(text)}\n\`\`\``).join('\n\n');
}

/** An example that is long on purpose need not be read whole. */
function shortExample(text: string): string {
  return text
    .trim()
    .split('\n')
    .map((line) => (line.length > 160 ? `${line.slice(0, 150)} […]` : line))
    .join('\n');
}

function acknowledgement(id: string, isDated = false): string {
  return `Add this comment above the reported line, with your reason and an ${isDated ? '' : 'optional '}end date:\n\n\`\`\`yaml\n# haft-ignore ${id} until 2027-01-31: <reason>\n\`\`\``;
}

function suppression(id: string, severity: Severity | 'note'): string {
  return `${acknowledgement(id)}\n\n${otherSeverity(id, severity)}`;
}

function otherSeverity(id: string, severity: Severity | 'note'): string {
  return `Or change its severity for the whole project in haft.yaml: \`rules: { ${id}: ${severity === 'warning' ? 'error' : 'warning'} }\` (or \`off\`).`;
}
