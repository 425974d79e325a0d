/** What AGENTS.md says how to add, part by part, and what is said of each part that is forgotten. */
import { PROOF_BEHAVIOR, PROOF_RULE, PROOF_CHANGE } from './extension-texts.ts';
import { END, IMPORTS, entriesOf, like } from './extension-parts.ts';
import type { Extension } from './extension-parts.ts';
import { FEATURE_EXTENSIONS } from './extensions-of-features.ts';

const RULES = 'compiler/check/rules/cells.ts';
const CHANGES = 'compiler/versions/changes/cells.ts';
const FORMATS = 'compiler/report/formats.ts';
const BEHAVIORS = 'compiler/spec/behaviors/index.ts';
export const CHECK = 'compiler/check/check.ts';
const DESCRIPTOR = 'runtime/descriptor/descriptor.ts';
const FETCH = 'runtime/transport/serve-fetch.ts';
const MODULES = 'runtime/modules.ts';
/** The runtime as text. */
const PIECES = 'compiler/emit/server/standalone.generated.ts';
const POLICY = 'compiler/versions/policy/index.ts';
const KEYS = 'scripts/key-examples.yaml';
export const SKILL = 'compiler/check/documents/skill.ts';
const TOOL = 'compiler/check/documents/tool.ts';
/** A key of a tool that goes everywhere unchanged. */
export const PASSED_KEY = 'a passed key of a tool';
const HOSTS = 'compiler/spec/hosts/index.ts';
const EMITTERS = 'compiler/emit/emitters/index.ts';
const EVAL_FORMATS = 'compiler/features/evals/report/formats.ts';

export const EXTENSIONS: readonly Extension[] = [
  {
    name: 'a rule',
    parts: [
      {
        file: 'compiler/check/rules/tool/proof.ts',
        text: () => PROOF_RULE,
      },
      { file: RULES, add: [END, "export * from './tool/proof.ts';\n"] },
    ],
    forgotten: [
      ['any bad example', { piece: "'name: searchBooks', 'name: Search'" }, /proof\.ts.*0 element/s],
      ['its bad examples', { piece: "  bad: ['name: searchBooks', 'name: Search'],\n" }, /proof\.ts.*bad/s],
      ['its severity', { piece: "  severity: 'error',\n" }, /proof\.ts.*severity/s],
      ['its list', { part: RULES }, /proof\.ts exports toolProof/],
    ],
  },
  {
    name: 'a kind of change',
    parts: [
      {
        file: 'compiler/versions/changes/server/proof.ts',
        text: () => PROOF_CHANGE,
      },
      { file: CHANGES, add: [END, "export * from './server/proof.ts';\n"] },
    ],
    forgotten: [
      [
        'an example and an opposite',
        {
          piece: "    example: { before: 'coerce: false', after: 'coerce: true' },\n",
        },
        /proof\.ts.*(?:example|mirror)/s,
      ],
      ['its list', { part: CHANGES }, /proof\.ts exports SERVER_PROOF/],
    ],
  },
  {
    name: 'a behavior',
    parts: [
      {
        file: 'compiler/spec/behaviors/proof.ts',
        text: () => PROOF_BEHAVIOR,
      },
      {
        file: 'runtime/behaviors/proof/proof.ts',
        text: () => `/** Behavior \`proof\`. */
import type { ProofBehavior } from '../../descriptor/descriptor.ts';
import type { BehaviorRunner } from '../shared/run.ts';

export const proof: BehaviorRunner<ProofBehavior> = {
  kind: 'proof',
  needs: () => [],
  run: () => () => ({}),
};
`,
      },
      { file: BEHAVIORS, add: [IMPORTS, "import { proof } from './proof.ts';\n"] },
      { file: BEHAVIORS, add: [entriesOf('BEHAVIORS'), 'proof, '] },
      {
        file: DESCRIPTOR,
        add: [/export type Behavior =(?:\s*\|)?/, ' ProofBehavior |'],
      },
      { file: DESCRIPTOR, add: [END, "\nexport interface ProofBehavior {\n  readonly kind: 'proof';\n}\n"] },
      { file: MODULES, add: [IMPORTS, "import { proof } from './behaviors/proof/proof.ts';\n"] },
      {
        file: MODULES,
        add: [END, '\nexport const proofTools = { behaviors: { proof } } satisfies OptionalModules;\n'],
      },
      { file: FETCH, add: [entriesOf('NEEDS_NODE'), '\n  proof: undefined,'] },
      { file: PIECES },
    ],
    forgotten: [
      ['its steps', { piece: '  steps: () => [],\n' }, /behaviors\/proof\.ts.*steps/s],
      ['its dry run', { piece: /  notShown: .*\n/ }, /behaviors\/proof\.ts.*notShown/s],
      ['its names outside', { piece: /  nameMapping: .*\n/ }, /behaviors\/proof\.ts.*nameMapping/s],
      ['its type', { part: DESCRIPTOR }, /descriptor\.ts.*ProofBehavior|'proof'.*Behavior/s],
      ['its list', { part: BEHAVIORS }, /behaviors\/proof\.ts exports proof/],
      ['its runtime', { part: 'runtime/behaviors/proof/proof.ts' }, /modules\.ts.*proof/s],
      ['its module', { part: MODULES }, /runtime-text\.ts.*proofTools/s],
      ['its text', { part: PIECES }, /runtime-text\.ts.*proofTools/s],
      ['its place in the fetch handler', { part: FETCH }, /fetch\.ts.*proof/s],
    ],
  },
  {
    name: 'a rule of versions',
    parts: [
      {
        file: 'compiler/versions/policy/proof.ts',
        text: () => `/** A proof. */
import type { PolicyRule } from './policy.ts';

export const proof: PolicyRule = {
  id: 'version/proof',
  says: 'A tool must not change.',
  why: 'Existing callers rely on it.',
  next: 'Publish a successor.',
  source: 'EXT §9 rule 1',
  judge: ({ changes }) => changes.map(({ target }) => ({ target, says: 'The tool changed.' })),
};
`,
      },
      { file: POLICY, add: [IMPORTS, "import { proof } from './proof.ts';\n"] },
      { file: POLICY, add: [entriesOf('POLICY'), '\n  proof,'] },
      { file: CHECK, add: [entriesOf('LATER_RULES'), "\n  'version/proof',"] },
    ],
    forgotten: [
      ['its list', { part: POLICY }, /proof\.ts exports proof/],
      ['its id', { part: CHECK }, /version\/proof is not in LATER_RULES/],
      ['its next step', { piece: "  next: 'Publish a successor.',\n" }, /policy\/proof\.ts.*next/s],
    ],
  },
  {
    name: 'a key of the language',
    parts: [
      {
        file: SKILL,
        add: [/(?<=\n)(?=    never: )/, "    proof: text('What shows that it was done.'),\n"],
      },
      { file: KEYS, add: [END, '---\nkind: skill\nproof: A photograph.\n'] },
    ],
    forgotten: [
      ['its description', { piece: "'What shows that it was done.'" }, /skill\.ts.*argument/s],
      ['its example', { part: KEYS }, /`proof`.* has no example/],
    ],
  },
  {
    name: PASSED_KEY,
    parts: [
      {
        file: TOOL,
        add: [entriesOf('passedShapes'), "\n  proof: text('The person who answers for the tool.'),"],
      },
      {
        file: 'compiler/versions/changes/tool/proof.ts',
        text: () => `/** Who answers for a tool. */
import { memberChanged } from '../../compare/changed.ts';
import { kindsOf } from '../../kind.ts';

const { model } = kindsOf('tool');

export const TOOL_PROOF = [
  model.safe('tool/proof', {
    says: 'The proof of a tool changed.',
    why: 'Neither callers nor models see it.',
    next: 'Tell the person.',
    example: { before: 'proof: Ann', after: 'proof: Bob' },
    detect: memberChanged('proof'),
  }),
];
`,
      },
      { file: CHANGES, add: [END, "export * from './tool/proof.ts';\n"] },
    ],
    forgotten: [['its shape', { part: TOOL }, /changes\/tool\/proof\.ts.*proof/s]],
  },
  {
    name: 'a host',
    parts: [
      {
        file: 'compiler/spec/hosts/proof.ts',
        text: like(
          'compiler/spec/hosts/copilot.ts',
          ['const copilot:', 'const proof:'],
          ["id: 'copilot'", "id: 'proof'"],
        ),
      },
      { file: HOSTS, add: [IMPORTS, "import { proof } from './proof.ts';\n"] },
      { file: HOSTS, add: [entriesOf('HOSTS'), '\n  proof,'] },
    ],
    forgotten: [
      ['its environment', { piece: "  environment: 'whole',\n" }, /proof\.ts.*environment/s],
      ['its list', { part: HOSTS }, /proof\.ts exports proof/],
    ],
  },
  {
    name: 'an emitter',
    parts: [
      {
        file: 'compiler/emit/emitters/proof.ts',
        text: like('compiler/emit/emitters/evals.ts', ['const evals:', 'const proof:'], ["id: 'evals'", "id: 'proof'"]),
      },
      { file: EMITTERS, add: [IMPORTS, "import { proof } from './proof.ts';\n"] },
      { file: EMITTERS, add: [entriesOf('EMITTERS'), 'proof, '] },
    ],
    forgotten: [
      ['its paths', { piece: /  paths: \[[^]*?\n  \],\n/ }, /proof\.ts.*paths/s],
      ['its list', { part: EMITTERS }, /proof\.ts exports proof/],
    ],
  },
  {
    name: 'a report format',
    parts: [
      {
        file: 'compiler/report/formats/proof.ts',
        text: like('compiler/report/formats/gitlab.ts', ['const gitlab', 'const proof']),
      },
      { file: 'compiler/report/format-names.ts', add: [entriesOf('FORMAT_NAMES'), "\n  'proof',"] },
      { file: FORMATS, add: [IMPORTS, "import { proof } from './formats/proof.ts';\n"] },
      { file: FORMATS, add: [entriesOf('FORMATS'), '\n  proof,'] },
      { file: EVAL_FORMATS, add: [entriesOf('EVAL_FORMATS'), '\n  proof: evalsJunit,'] },
    ],
    forgotten: [
      ['its name', { part: 'compiler/report/format-names.ts' }, /formats\.ts.*proof/s],
      ['its list', { part: FORMATS }, /formats\.ts.*proof/s],
      ['its form of a run of evals', { part: EVAL_FORMATS }, /evals\/report\/formats\.ts.*proof/s],
    ],
  },
  ...FEATURE_EXTENSIONS,
];
