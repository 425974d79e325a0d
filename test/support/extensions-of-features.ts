/** What features have that multiplies: importers, tiers of evals, package formats. */
import { from } from './extension-parts.ts';
import type { Extension } from './extension-parts.ts';

const IMPORTERS = 'compiler/features/import/run/importers.ts';
const TIERS = 'compiler/versions/receipts/tiers.ts';
const TIER = 'compiler/features/evals/run/tier.ts';
const PACKAGES = 'compiler/features/pack/formats/index.ts';

export const FEATURE_EXTENSIONS: readonly Extension[] = [
  {
    name: 'an importer',
    parts: [
      {
        file: 'compiler/features/import/run/proof.ts',
        text: from('compiler/features/import/run/curl.ts', ['const curl:', 'const proof:']),
      },
      {
        file: IMPORTERS,
        edit: ['  curl: async', "  proof: async () => (await import('./proof.ts')).proof,\n  curl: async"],
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
        text: from(
          'compiler/features/evals/run/ask-model.ts',
          ['const model:', 'const proof:'],
          ["tier: 'model'", "tier: 'proof'"],
        ),
      },
      { file: TIERS, edit: ['  model: {', '  proof: { isOffline: false, judgesAll: true },\n  model: {'] },
      { file: TIER, edit: ['import { model }', "import { proof } from './ask-proof.ts';\nimport { model }"] },
      { file: TIER, edit: ['{ offline, model,', '{ offline, proof, model,'] },
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
        text: from(
          'compiler/features/pack/formats/gemini.ts',
          ['geminiFormat', 'proofFormat'],
          ["id: 'gemini'", "id: 'proof'"],
        ),
      },
      {
        file: PACKAGES,
        edit: ['import { geminiFormat }', "import { proofFormat } from './proof.ts';\nimport { geminiFormat }"],
      },
      { file: PACKAGES, edit: ['geminiFormat, npmFormat', 'geminiFormat, proofFormat, npmFormat'] },
    ],
    forgotten: [
      ['its obstacle', { piece: '  obstacle: () => undefined,\n' }, /proof\.ts.*obstacle/s],
      ['its list', { part: PACKAGES }, /proof\.ts exports proofFormat/],
    ],
  },
];
