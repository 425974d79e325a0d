/** `haft schema`: the JSON Schema of the spec language, and of the JSON that other commands print. */
import { IMPORTED_SCHEMA } from '../../check/documents/imported.ts';
import { SPEC_SCHEMA } from '../../check/documents/language.ts';
import { CHANGES_SCHEMA, FINDINGS_SCHEMA } from '../../report/json-schema.ts';
import { EVALS_SCHEMA } from '../../features/evals/report/json.ts';
import { type Command, choice, textFlag } from '../../edge/command-line/command.ts';

const SCHEMAS: Readonly<Record<string, object>> = {
  spec: SPEC_SCHEMA,
  check: FINDINGS_SCHEMA,
  diff: CHANGES_SCHEMA,
  eval: EVALS_SCHEMA,
};

/** The kinds of documents of profile `mcp`, under the same root. */
const IMPORTED: object = {
  ...SPEC_SCHEMA,
  title: 'Haft spec of profile mcp',
  $defs: { ...SPEC_SCHEMA.$defs, ...IMPORTED_SCHEMA.$defs },
};

export const schemaCommand: Command = {
  name: 'schema',
  summary: 'Print the JSON Schema of spec files, or of a JSON report.',
  flags: {
    of: choice(
      Object.keys(SCHEMAS),
      'Spec files (default), or what `haft check`, `haft diff` or `haft eval` prints with `--format json`.',
    ),
    profile: choice(['ext', 'mcp'], 'The profile of the spec files; ext by default.'),
  },
  examples: [
    ['haft schema > haft.schema.json', 'Write it to a file.'],
    [
      '# yaml-language-server: $schema=./haft.schema.json',
      'As the first line of a spec: completion and hover in editors.',
    ],
    ['haft schema --profile mcp', 'For folders with `profiles: { <folder>: mcp }`.'],
    ['haft schema --of diff', 'For programs that read the report of changes.'],
  ],
  run(invocation) {
    const of = textFlag(invocation, 'of') ?? 'spec';
    const schema = of === 'spec' && textFlag(invocation, 'profile') === 'mcp' ? IMPORTED : SCHEMAS[of];
    process.stdout.write(`${JSON.stringify(schema, null, 2)}\n`);
    return 0;
  },
};
