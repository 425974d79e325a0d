/** The home of one run of an agent: empty but for its settings, the servers and the skills of the choice. */
import { existsSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { Agent, AgentStart, Journal } from '../online/agent.ts';
import { JOURNAL, denyServer } from '../../../emit/server/deny-mjs.ts';
import { skillMd } from '../../../emit/skill/skill-md.ts';
import type { Choice } from '../../../versions/receipts/choice.ts';
import { memoizeBy } from '../../../base/memo.ts';
import { readJsonMap } from '../../../plan/read-json.ts';

interface AgentHome {
  /** Absolute, as `folder`. */
  readonly home: string;
  /** An empty folder to work in. */
  readonly folder: string;
  readonly start: AgentStart;
  /** What the servers noted so far. */
  readonly journal: () => Journal;
}

interface Wanted {
  readonly agent: Agent;
  readonly model: string | undefined;
  readonly endpoint: string | undefined;
}

/** Removes everything when the work is over, whatever its end. */
export async function inAgentHome<T>(
  choice: Choice,
  wanted: Wanted,
  work: (home: AgentHome) => Promise<T>,
): Promise<T> {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'haft-eval-')));
  try {
    return await work(furnish(root, choice, wanted));
  } finally {
    // A program that was ended can have children that still write.
    rmSync(root, { recursive: true, force: true, maxRetries: 5 });
  }
}

const textOf = memoizeBy(denyServer);

function furnish(root: string, { servers, skills }: Choice, { agent, model, endpoint }: Wanted): AgentHome {
  const [home, folder] = [join(root, 'home'), join(root, 'work')];
  const scriptOf = (name: string): string => join(root, 'servers', name, 'server.mjs');
  const start = agent.start({
    home,
    servers: servers.map(({ name }) => ({ name, command: process.execPath, args: [scriptOf(name)] })),
    model,
    endpoint,
  });
  mkdirSync(folder);
  const put = (path: string, text: string): void => {
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, text);
  };
  for (const [path, text] of Object.entries(start.files)) put(join(home, path), text);
  for (const server of servers) put(scriptOf(server.name), textOf(server));
  for (const skill of skills) put(join(home, agent.skills, skill.name, 'SKILL.md'), skillMd(skill));
  const notesOf = (name: string): readonly unknown[] => {
    const path = join(dirname(scriptOf(name)), JOURNAL);
    return existsSync(path) ? readFileSync(path, 'utf8').trim().split('\n') : [];
  };
  return {
    home,
    folder,
    start,
    journal: () => ({
      started: servers.flatMap(({ name }) => (notesOf(name).length > 0 ? [name] : [])),
      called: servers.flatMap(({ name }) => notesOf(name).flatMap((line) => toolIn(String(line)))),
    }),
  };
}

function toolIn(line: string): string[] {
  const tool = readJsonMap(line)?.['tool'];
  return typeof tool === 'string' ? [tool] : [];
}
