/** What commands and features have that multiplies: importers, tiers, engines and agents of evals, suggestions, symptoms, package formats. */
import { IMPORTS, before, entriesOf, like } from './extension-parts.ts';
import type { Extension } from './extension-parts.ts';

const IMPORTERS = 'compiler/features/import/run/importers.ts';
const TIERS = 'compiler/versions/receipts/tiers.ts';
const TIER = 'compiler/features/evals/run/tier.ts';
const MAIN = 'compiler/cli/main.ts';
const SKILL_SYMPTOMS = 'compiler/features/connect/doctor/symptoms/output.ts';
const ENGINES = 'compiler/features/evals/online/engines/index.ts';
const AGENTS = 'compiler/features/evals/online/agents/index.ts';
const SUGGESTIONS = 'compiler/features/evals/suggest/kinds.ts';
const PACKAGES = 'compiler/features/pack/formats/index.ts';

export const FEATURE_EXTENSIONS: readonly Extension[] = [
  {
    name: 'a command',
    parts: [
      {
        file: 'compiler/cli/commands/proof.ts',
        text: like('compiler/cli/commands/changes.ts', ['changesCommand', 'proofCommand'], ["'changes'", "'proof'"]),
      },
      {
        file: MAIN,
        add: [entriesOf('COMMANDS'), "\n  proof: async () => (await import('./commands/proof.ts')).proofCommand,"],
      },
    ],
    forgotten: [
      ['its flags', { piece: '  flags: {},\n' }, /proof\.ts.*flags/s],
      ['its examples', { piece: /  examples: .*\n/ }, /proof\.ts.*examples/s],
      ['its summary', { piece: /  summary: .*\n/ }, /proof\.ts.*summary/s],
      ['its list', { part: MAIN }, /proof\.ts exports proofCommand/],
    ],
  },
  {
    name: 'a symptom of the doctor',
    parts: [
      {
        file: SKILL_SYMPTOMS,
        add: [
          entriesOf('SKILLS'),
          "\n  {\n    id: 'proof',\n    symptom: 'It is a proof',\n    cause: 'a proof',\n    fix: 'none',\n    look: () => [],\n  },",
        ],
      },
    ],
    forgotten: [['its cause', { piece: "    cause: 'a proof',\n" }, /output\.ts.*cause/s]],
  },
  {
    name: 'an engine of evals',
    parts: [
      {
        file: 'compiler/features/evals/online/engines/proof.ts',
        text: like(
          'compiler/features/evals/online/engines/anthropic.ts',
          ['const ANTHROPIC', 'const PROOF'],
          ["id: 'anthropic'", "id: 'proof'"],
        ),
      },
      { file: ENGINES, add: [IMPORTS, "import { PROOF } from './proof.ts';\n"] },
      { file: ENGINES, add: [entriesOf('ENGINES'), 'PROOF, '] },
    ],
    forgotten: [
      ['its path', { piece: "  path: '/messages',\n" }, /proof\.ts.*path/s],
      ['its list', { part: ENGINES }, /proof\.ts exports PROOF/],
    ],
  },
  {
    name: 'an agent of evals',
    parts: [
      {
        file: 'compiler/features/evals/online/agents/proof.ts',
        text: like('compiler/features/evals/online/agents/gemini.ts', ['const GEMINI:', 'const PROOF:']),
      },
      { file: AGENTS, add: [IMPORTS, "import { PROOF } from './proof.ts';\n"] },
      { file: AGENTS, add: [entriesOf('AGENTS'), 'PROOF, '] },
    ],
    forgotten: [
      ['its keys', { piece: "  keys: ['GEMINI_API_KEY'],\n" }, /proof\.ts.*keys/s],
      ['its list', { part: AGENTS }, /proof\.ts exports PROOF/],
    ],
  },
  {
    name: 'a kind of suggestion',
    parts: [
      {
        file: SUGGESTIONS,
        add: [
          before('SUGGESTION_KINDS'),
          "const proof: SuggestionKind = {\n  id: 'proof',\n  says: 'A proof.',\n  about: 'choice',\n  propose: () => [],\n};\n\n",
        ],
      },
      { file: SUGGESTIONS, add: [entriesOf('SUGGESTION_KINDS'), 'proof, '] },
    ],
    forgotten: [['what went wrong', { piece: "  about: 'choice',\n" }, /kinds\.ts.*about/s]],
  },
  {
    name: 'an importer',
    parts: [
      {
        file: 'compiler/features/import/run/proof.ts',
        text: like('compiler/features/import/run/curl.ts', ['const curl:', 'const proof:']),
      },
      {
        file: IMPORTERS,
        add: [entriesOf('IMPORTERS'), "\n  proof: async () => (await import('./proof.ts')).proof,"],
      },
    ],
    forgotten: [
      ['its flags', { piece: /  flags: \{[^]*?\n  \},\n/ }, /proof\.ts.*flags/s],
      ['its examples', { piece: /  examples: \[[^]*?\n  \],\n/ }, /proof\.ts.*examples/s],
      ['its update', { piece: /  again: \{[^]*?\n  \},\n/ }, /proof\.ts.*again/s],
      ['its list', { part: IMPORTERS }, /proof\.ts exports proof/],
    ],
  },
  {
    name: 'a tier of evals',
    parts: [
      {
        file: 'compiler/features/evals/run/ask-proof.ts',
        text: like(
          'compiler/features/evals/run/ask-model.ts',
          ['const model:', 'const proof:'],
          ["tier: 'model'", "tier: 'proof'"],
        ),
      },
      { file: TIERS, add: [entriesOf('TIERS'), '\n  proof: { isOffline: false, judgesAll: true },'] },
      { file: TIER, add: [IMPORTS, "import { proof } from './ask-proof.ts';\n"] },
      { file: TIER, add: [entriesOf('CELLS'), ' proof,'] },
    ],
    forgotten: [
      ['its help', { piece: "  help: 'asks a model',\n" }, /ask-proof\.ts.*help/s],
      ['its lanes', { piece: '  lanes: 4,\n' }, /ask-proof\.ts.*lanes/s],
      ['its facts', { part: TIERS }, /tier\.ts.*proof/s],
      ['its list', { part: TIER }, /tier\.ts.*proof/s],
    ],
  },
  {
    name: 'a package format',
    parts: [
      {
        file: 'compiler/features/pack/formats/proof.ts',
        text: like(
          'compiler/features/pack/formats/gemini.ts',
          ['geminiFormat', 'proofFormat'],
          ["id: 'gemini'", "id: 'proof'"],
        ),
      },
      {
        file: PACKAGES,
        add: [IMPORTS, "import { proofFormat } from './proof.ts';\n"],
      },
      { file: PACKAGES, add: [entriesOf('FORMATS'), '\n  proofFormat,'] },
    ],
    forgotten: [
      ['its obstacle', { piece: '  obstacle: () => undefined,\n' }, /proof\.ts.*obstacle/s],
      ['its list', { part: PACKAGES }, /proof\.ts exports proofFormat/],
    ],
  },
];
