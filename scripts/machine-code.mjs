// Runs the common commands once, and keeps what V8 made of them: `node machine-code.mjs`, in a process of its own.
import { mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CODE, recorded } from '../compiler/bin/load.js';

const COMMANDS = [['init', '.'], ['check'], ['compile'], ['compile'], ['release'], ['diff'], ['eval']];

const CALLS = [
  ['count_words', '--arg', 'text=one two', '--dry-run'],
  ['get_item', '--arg', 'item_id=1', '--dry-run'],
  ['get_item', '--arg', 'item_id=1'],
  ['get_version'],
];

/** A service that is not there, and a program that is. */
const SPEC = `kind: server
name: sample
version: 1.0.0
summary: Reads items.
connections: { service: { base_url: "http://127.0.0.1:49151" } }
tools:
  - name: get_item
    description: { does: Reads an item., when: the user wants an item, examples: [item 4] }
    effects: read
    parameters: { item_id: { type: integer, minimum: 1, description: Number of the item. } }
    required: [item_id]
    http: { connection: service, request: "GET /items/{item_id}" }
  - name: get_version
    description: { does: Reads the version of Node., when: the user asks for the version, examples: [which Node] }
    effects: read
    command: { argv: [node, --version], stdout: text }
`;

const folder = mkdtempSync(join(tmpdir(), 'haft-code-'));
const { main, code } = recorded();
process.chdir(folder);
for (const args of COMMANDS) await main(args);
writeFileSync('specs/sample.yaml', SPEC);
for (const args of CALLS) await main(['call', ...args]);
writeFileSync(`${CODE}.new`, code());
renameSync(`${CODE}.new`, CODE);
process.chdir(tmpdir());
rmSync(folder, { recursive: true });
