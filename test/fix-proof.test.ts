/** A fix is safe only with proof: callers see no change, and what is sent for the same arguments is the same to the byte. */
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { dryRun } from '../compiler/cli/call/dry-run.ts';
import { callDifference } from '../compiler/cli/fix/prover.ts';
import { type FixSettings, fixSpecs } from '../compiler/cli/fix/repair.ts';
import { judgeFixes } from '../compiler/cli/fix/judge-fixes.ts';
import type { FixableFinding } from '../compiler/cli/fix/judge-fixes.ts';
import { withoutRules } from '../compiler/edge/tasks/surroundings.ts';
import { planSpecs } from '../compiler/plan/plan-specs.ts';
import type { Fix, SourceFile } from '../compiler/base/diagnostic.ts';
import { settingsOf } from '../compiler/check/settings.ts';
import { serverDescriptor, toolDescriptor } from '../compiler/emit/server/descriptor.ts';
import type { JsonObject } from '../runtime/language/json.ts';
import { anyFlawed } from './support/flawed-tool.ts';
import { runs } from './support/runs.ts';

const SETTINGS: FixSettings = { surroundings: {}, callDifference };

describe('hand-made fixes', () => {
  const SPEC = `kind: server
name: house
version: 1.0.0
summary: Helps with the errands of the house.
env: { HOUSE_URL: { description: Address of the house. }, NOTES: { description: Folder of notes. } }
connections: { house: { base_url: "{env.HOUSE_URL}", headers: { X-Desk: a } } }
upstreams: { files: { command: [files-mcp] } }
tools:
  - name: list_trains
    description: { does: Lists the departures., when: the user goes by rail }
    effects: read
    parameters:
      townName: { type: string, default: Bern, description: A town. }
      limit: { type: integer, minimum: 1, maximum: 9, default: 5, description: How many at most. }
    required: [townName]
`;
  const HTTP = '    http: { connection: house, request: GET /trains, query: { t: "{townName}", n: "{limit}" } }\n';
  const RENAMES = { tool: 'list_trains', from: 'townName', to: 'town' };
  const rename = (text: string): string => text.replaceAll('townName', 'town');

  const gradeOf = async (
    behavior: string,
    edit: (text: string) => string,
    fix: Partial<Fix> = {},
  ): Promise<Fix['grade']> => {
    const source: SourceFile = { path: 'a.yaml', text: SPEC + behavior };
    const edits = [{ file: 'a.yaml', start: 0, end: source.text.length, text: edit(source.text) }];
    const about = { server: 'house', tool: 'list_trains', path: [] };
    const span = { file: 'a.yaml', start: 0, end: 1 };
    const one: FixableFinding = {
      code: 'x/y',
      severity: 'error',
      message: 'Wrong.',
      span,
      about,
      fix: {
        title: 'Edit it.',
        edits,
        ...fix,
      },
    };
    return (await judgeFixes([source], [one], SETTINGS)).get(one);
  };

  test.each<[what: string, behavior: string, edit: (text: string) => string, fix?: Partial<Fix>]>([
    ['a text', HTTP, (text) => text.replace('A town.', 'A town of the line.')],
    ['less is required', HTTP, (text) => text.replace('    required: [townName]\n', '')],
    ['a parameter, and nothing sends its name', HTTP, rename, { renames: RENAMES }],
    [
      'a parameter of another server, with its name kept',
      '    mcp: { upstream: files, tool: trains }\n',
      (text) =>
        rename(text).replace('tool: trains', 'tool: trains, arguments: { townName: "{town}", limit: "{limit}" }'),
      { renames: RENAMES },
    ],
    ['of a file', '    file: { folder: "{env.NOTES}", path: "{townName}.md" }\n', rename, { renames: RENAMES }],
    ['of a program', '    command: { argv: [trains, "{townName}", "{limit}"] }\n', rename, { renames: RENAMES }],
    ['of a tool that asks', `    confirm: "Look for {townName}?"\n${HTTP}`, rename, { renames: RENAMES }],
  ])('safe: %s', async (_what, behavior, edit, fix) => {
    expect(await gradeOf(behavior, edit, fix)).toEqual({ kind: 'safe' });
  });

  test.each<[what: string, behavior: string, edit: (text: string) => string, because: RegExp, fix?: Partial<Fix>]>([
    ['a rename that is not stated', HTTP, rename, /townName/],
    [
      'a rename that another server sees',
      '    mcp: { upstream: files, tool: trains }\n',
      rename,
      /^list_trains \{"townName":"Bern","limit":5\} sent files: trains \{"limit":5,"townName":"Bern"\}; now files: trains \{"limit":5,"town":"Bern"\}\.$/,
      { renames: RENAMES },
    ],
    [
      'a rename that the query shows',
      HTTP.replace('t: "', 'townName: "'),
      rename,
      /townName=Bern/,
      { renames: RENAMES },
    ],
    ['a rename that a handler sees', '    handler: h.ts\n', rename, /"townName"/, { renames: RENAMES }],
    ['a set', HTTP, (text) => text.replace('type: string,', 'type: string, enum: [Bern, Biel],'), /^An enum was added/],
    [
      'a type',
      HTTP,
      (text) => text.replace('integer, minimum: 1, maximum: 9, default: 5', 'string, default: "5"'),
      /type/,
    ],
    ['a default', HTTP, (text) => text.replace('default: 5', 'default: 6'), /default/],
    ['a header', HTTP, (text) => text.replace('X-Desk: a', 'X-Desk: b'), /./],
    ['an argument', '    command: { argv: [trains] }\n', (text) => text.replace('[trains]', '[trains, -a]'), /command/],
    [
      'standard input',
      '    command: { argv: [trains] }\n',
      (text) => text.replace('[trains]', '[trains], stdin: x'),
      /./,
    ],
    ['a tool that cannot be planned', HTTP, (text) => text.replace('"{limit}"', '"{lmit}"'), /errors/],
  ])('a suggestion: %s', async (_what, behavior, edit, because, fix) => {
    expect(await gradeOf(behavior, edit, fix)).toEqual({ kind: 'suggestion', because: expect.stringMatching(because) });
  });
});

describe('any tool of any behavior', () => {
  test('fixing leaves what old arguments send as it is, and is done after one run', async () => {
    let [done, suggested, compared] = [0, 0, 0];
    await fc.assert(
      fc.asyncProperty(anyFlawed(), async ({ files, calls }) => {
        const fixed = await fixSpecs(files, SETTINGS);
        done += fixed.done.length;
        suggested += fixed.suggested.length;
        const names = new Map(fixed.done.flatMap(({ title }) => renameIn(title)));
        const [before, after] = [senderOf(files), senderOf(fixed.specs)];
        for (const args of calls) {
          const now = Object.fromEntries(Object.entries(args).map(([name, value]) => [names.get(name) ?? name, value]));
          const sent = await before(args);
          compared += sent.failed ? 0 : 1;
          if (!sent.failed) expect(await after(now), textOf(fixed.specs)).toEqual(sent);
        }
        expect(await fixSpecs(fixed.specs, SETTINGS)).toEqual({ ...fixed, done: [] });
      }),
      { numRuns: runs(580) },
    );
    expect(done, 'the property is about fixes').toBeGreaterThan(runs(200));
    expect(suggested).toBeGreaterThan(runs(200));
    expect(compared, 'and about calls').toBeGreaterThan(runs(8_000));
  }, 1_800_000);
});

function renameIn(title: string): [string, string][] {
  const [, from, to] = /^Rename "(\w+)" to "(\w+)"\.$/.exec(title) ?? [];
  return from === undefined || to === undefined ? [] : [[from, to]];
}

/** What leaves the one tool of the specs; of a file, what is read, and of a handler, its arguments. */
function senderOf(files: readonly SourceFile[]): (args: JsonObject) => Promise<{ readonly failed: boolean }> {
  const { value, diagnostics } = planSpecs(files, { settings: withoutRules(settingsOf({})) });
  const server = value?.plan.servers[0];
  const [tool] = server?.tools ?? [];
  if (!server || !tool) throw new Error(JSON.stringify(diagnostics));
  const described = toolDescriptor(tool);
  const { behavior } = described;
  const around = { ...serverDescriptor(server, server.tools), tools: [described] };
  const variables = { HOUSE_KEY: 'k' };
  const asCommand = (folder: string, path: string): JsonObject => ({
    kind: 'command',
    argv: ['read', '--', folder, path],
    stdout: 'json',
    max_bytes: 1000,
  });
  const shown = behavior.kind === 'file' ? asCommand(behavior.folder, behavior.path) : behavior;
  return async (args) => {
    const call = { server: around, args, variables, write: () => {} };
    const { sent, args: received, failed } = await dryRun({ ...described, behavior: shown as typeof behavior }, call);
    const isHandler = behavior.kind === 'handler';
    return {
      failed: failed !== undefined,
      received: isHandler ? received : undefined,
      sent: sent.map((one) => {
        if (one.kind === 'request') return [one.method, one.url, [...one.headers], one.body];
        return one.kind === 'call' || one.kind === 'statement' ? one : [one.argv, one.cwd, one.env, one.stdin];
      }),
    };
  };
}

function textOf(files: readonly SourceFile[]): string {
  return files.map(({ text }) => text).join('\n');
}
