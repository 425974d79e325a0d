/** `haft bench --rolling`: whether a compiled server loses a request while it is restarted under load. */
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { readJsonMap } from '../../plan/read-json.ts';
import {
  amount,
  type Command,
  type ExitCode,
  type Invocation,
  numberFlag,
  OUT,
  SPECS,
  text,
  textFlag,
  toggle,
} from '../../edge/command-line/command.ts';
import { Failure } from '../../edge/command-line/failure.ts';
import { openProject } from '../../edge/project/project.ts';
import type { RollingOptions, runRolling } from '../bench/rolling.ts';

export const benchCommand: Command = {
  name: 'bench',
  summary: 'Restart a compiled server under load, kill clients, and count what is lost.',
  positional: '<server>',
  flags: {
    rolling: toggle('Restart one replica after the other while clients send requests.'),
    replicas: amount('number', 'Processes behind a balancer (default: 3).', [2, 1000]),
    clients: amount('number', 'Clients that send at the same time (default: 20).', [1, 1000]),
    seconds: amount(
      'number',
      'How long requests are sent; each replica is restarted at least once (default: 10).',
      [1, 1000],
    ),
    tool: text('name', 'Tool to call (default: none, requests are `tools/list`).'),
    args: text('json', 'Arguments of the call, as a JSON object (default: {}).', { needs: ['tool'] }),
    specs: SPECS,
    out: OUT,
  },
  examples: [
    ['haft bench --rolling notes', 'Three processes of the compiled server `notes`, restarted for 10 s.'],
    [
      'haft bench --rolling generated/servers/notes/server.mjs --tool find_note --args \'{"query":"x"}\'',
      'The same with calls of a tool.',
    ],
  ],
  async run(invocation): Promise<ExitCode> {
    const [named, ...others] = invocation.positionals;
    if (named === undefined || others.length > 0 || invocation.flags['rolling'] !== true)
      throw new Failure('`haft bench` takes one server and `--rolling`.', 'Run `haft bench --rolling <server>`.');
    const { runRolling } = await import('../bench/rolling.ts');
    const options = optionsOf(invocation, named);
    const result = await runRolling(options);
    process.stdout.write(report(options, result));
    return result.tally.lost.size === 0 ? 0 : 1;
  },
};

function optionsOf(invocation: Invocation, named: string): RollingOptions {
  const tool = textFlag(invocation, 'tool');
  const params = tool === undefined ? {} : { name: tool, arguments: argumentsIn(textFlag(invocation, 'args') ?? '{}') };
  return {
    file: serverFile(invocation, named),
    replicas: numberFlag(invocation, 'replicas') ?? 3,
    clients: numberFlag(invocation, 'clients') ?? 20,
    seconds: numberFlag(invocation, 'seconds') ?? 10,
    method: tool === undefined ? 'tools/list' : 'tools/call',
    params,
  };
}

function argumentsIn(written: string): object {
  const value = readJsonMap(written);
  if (value) return value;
  throw new Failure(`The value of --args must be a JSON object, got "${written}".`, "Write it in quotes: --args '{}'.");
}

/** A file, or the name of a server of the project. */
function serverFile(invocation: Invocation, named: string): string {
  const { cwd } = invocation;
  if (named.endsWith('.mjs') && existsSync(resolve(cwd, named))) return resolve(cwd, named);
  const project = openProject({ cwd, specs: textFlag(invocation, 'specs'), out: textFlag(invocation, 'out') }).value;
  const file = project && join(project.out, 'servers', named, 'server.mjs');
  if (file && existsSync(file)) return file;
  throw new Failure(`There is no compiled server "${named}".`, 'Run `haft compile`, or name a file that ends in .mjs.');
}

function report(
  { replicas, clients }: RollingOptions,
  { tally, restarts }: Awaited<ReturnType<typeof runRolling>>,
): string {
  const { sent, answered, killed, lost, codes, times } = tally;
  const figure = (value: number): string => value.toLocaleString('en');
  const listed = (counts: ReadonlyMap<string, number>): string =>
    [...counts].map(([name, number]) => `${name} ${figure(number)}`).join(', ');
  times.sort((a, b) => a - b);
  const at = (share: number) => (times[Math.min(times.length - 1, Math.floor(times.length * share))] ?? 0).toFixed(1);
  const all = [...lost.values()].reduce((sum, one) => sum + one, 0);
  return [
    `${replicas} replicas, ${clients} clients: ${restarts} restarts, ${figure(killed)} clients killed in the middle of a request`,
    `sent ${figure(sent - killed)}, answered ${figure(answered)}, lost ${figure(all)}${all > 0 ? `: ${listed(lost)}` : ''}`,
    ...(codes.size > 0 ? [`failures among the answers: ${listed(codes)}`] : []),
    `milliseconds: p50 ${at(0.5)}, p95 ${at(0.95)}, p99 ${at(0.99)}, max ${at(1)}`,
    '',
  ].join('\n');
}
