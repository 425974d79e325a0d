/** A server with tools of every kind of parameter, as the program that `outputs: [cli]` prints of it. */
import { spawnSync } from 'node:child_process';
import { emit } from '../../compiler/emit/emit.ts';
import { emittersFor } from '../../compiler/emit/outputs.ts';
import { planSpecs } from '../../compiler/plan/plan-specs.ts';
import { temporaryFolder } from './folder.ts';
import { onlyBroken } from './settings.ts';

const READS = 'effects: read';

const tool = (name: string, keys: string): string => `  - name: ${name}
    description: { does: Does ${name.replaceAll('_', ' ')}., when: the user asks for it }
    ${keys}`;

/** Prints a text as it is: what a result is made of. */
const prints = (json: string): string =>
  `command: { argv: [node, -e, ${JSON.stringify(`process.stdout.write(${JSON.stringify(json)})`.replaceAll(/[{}]/g, '$&$&'))}], stdout: json }`;

/** Prints its arguments as JSON. */
const ECHO = 'command: { argv: [node, -e, "process.stdout.write(process.argv[1])", "{query}"], stdout: text }';

const HOSTILE = 'a\u001B[2Jb \u202Egnp.exe\u0007 \u{E0041}';

const RETURNS = 'returns: { type: object, additionalProperties: true, properties: {} }';

const DESK = `kind: server
name: desk
version: 1.2.3
title: Desk
summary: Keeps notes and lists.
env:
  DESK_KEY: { description: Key of the desk., secret: true, optional: true }
tools:
${tool(
  'search_notes',
  `${READS}
    parameters:
      query: { type: string, description: Words to look for. }
      kind: { type: string, enum: [note, list], default: note, description: Which kind. }
      limit: { type: integer, minimum: -9, maximum: 9, default: 5, description: How many to list. }
      weight: { type: number, minimum: 0, maximum: 99, default: 1, description: Weight of the words. }
      open: { type: boolean, default: false, description: Whether it is open. }
      tags: { type: array, items: { type: string }, default: [], description: Tags to have. }
      sizes: { type: array, items: { type: integer }, default: [], description: Sizes to have. }
      help: { type: string, default: "", description: Help to look for. }
      filter:
        type: object
        default: {}
        description: What else must hold.
        properties:
          owner: { type: string, description: Name of the owner. }
          pinned: { type: boolean, description: Whether it is pinned. }
          range: { type: object, description: Range of days., properties: { first: { type: integer, description: First day. } } }
        additionalProperties: false
      labels: { type: object, default: {}, description: Labels to have., additionalProperties: { type: string } }
    required: [query]
    ${ECHO}`,
)}
${tool(
  'count_notes',
  `${READS}
    parameters:
      year: { type: [integer, "null"], default: null, description: The year to count in. }
      dry_run: { type: boolean, default: false, description: Whether to try only. }
    required: []
    ${prints('{"total":2}')}
    returns: { type: object, properties: { total: { type: integer, description: How many. } }, required: [total], additionalProperties: false }`,
)}
${tool(
  'list_notes',
  `${READS}
    parameters: {}
    ${prints(
      JSON.stringify({
        total: 2,
        notes: [
          { id: 1, title: HOSTILE, text: 'x'.repeat(200) },
          { id: 2, title: '海の本', text: 'b' },
        ],
      }),
    )}
    returns: { type: object, properties: {}, additionalProperties: true }`,
)}
${tool(
  'delete_note',
  `effects: destroy
    parameters: { note_id: { type: string, description: Id of the note. } }
    required: [note_id]
    ${prints('{"deleted":true}')}
    ${RETURNS}`,
)}
${tool(
  'fail_note',
  `${READS}
    parameters: { code: { type: string, enum: ["3", "4", "5", "9"], description: How it fails. } }
    required: [code]
    command:
      argv: [node, -e, "process.exit(Number(process.argv[1]))", "{code}"]
      stdout: text
      exit_codes:
        3: { error: The desk is locked., retry_hint: Unlock it., code: forbidden }
        4: { error: The note is gone., retry_hint: Look for it., code: not_found }
        5: { error: The desk is busy., retry_hint: Wait., code: busy }`,
)}
${tool(
  'wait_note',
  `${READS}
    parameters: {}
    command: { argv: [node, -e, "process.stderr.write('x'); setInterval(() => 0, 1000)"], stdout: text }`,
)}
${tool(
  'get_image',
  `${READS}
    parameters: {}
    command: { argv: [node, -e, "process.stdout.write(Buffer.from('89504e470d0a1a0a', 'hex'))"], stdout: bytes, media_type: image/png }`,
)}
`;

/** The text of `cli.mjs` and of `SKILL.md`. */
export function deskProgram(extra = ''): { readonly program: string; readonly skill: string } {
  const { value, diagnostics } = planSpecs([{ path: 'specs/desk.yaml', text: DESK + extra }], {
    settings: onlyBroken(),
  });
  if (!value) throw new Error(diagnostics.map(({ message }) => message).join('\n'));
  const files = emit(value.plan, '..', new Map(), [], emittersFor([{ use: 'cli', skill: true }]));
  const textOf = (end: string): string => {
    const file = files.find(({ path }) => path.endsWith(end));
    if (file?.kind !== 'text') throw new Error(`no ${end}`);
    return file.text;
  };
  return { program: textOf('servers/desk/cli.mjs'), skill: textOf('desk-cli/SKILL.md') };
}

/** More tools than help lists. */
export const MANY_TOOLS: string = Array.from({ length: 40 }, (_, at) =>
  tool(`get_shelf_${at}`, `${READS}\n    parameters: {}\n    ${prints('{}')}\n    ${RETURNS}`),
).join('\n');

/** The folder with `cli.mjs`. */
export function deskFolder(program: string, atEnd?: (end: () => void) => void): string {
  return temporaryFolder({ 'cli.mjs': program }, atEnd);
}

interface DeskRun {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs it without a terminal. */
export function runDesk(folder: string, words: readonly string[], input = '', env: NodeJS.ProcessEnv = {}): DeskRun {
  const { status, stdout, stderr } = spawnSync(process.execPath, ['cli.mjs', ...words], {
    cwd: folder,
    encoding: 'utf8',
    input,
    env: { ...process.env, ...env },
  });
  return { code: status, stdout, stderr };
}
