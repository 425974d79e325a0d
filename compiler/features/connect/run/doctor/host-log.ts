/** The newest lines that a host has logged of a server. */
import { closeSync, openSync, readSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { ObservedHost, ObservedLog, ObservedServer, ToolCall } from '../../doctor/observed.ts';
import type { HostLog } from '../../../../spec/hosts/host.ts';
import { userPath } from '../../../../spec/hosts/config-file.ts';
import { membersOf, readJsonMap } from '../../../../plan/read-json.ts';
import { onDisk, unlessFailed } from '../../../../edge/command-line/failure.ts';
import { statsOf } from '../../../../edge/project-files/read.ts';
import { shownPath } from '../install/current-system.ts';
import type { InstallSurroundings } from '../install/target.ts';
import { clipLine } from './start.ts';
import { redactFor } from './secrets.ts';

/** Bytes at the end of a log that are read, and lines that are shown. */
const [TAIL, LINES] = [65_536, 10];

/** Every server with its log, where the host keeps one. */
export function withLogs(observed: ObservedHost, around: InstallSurroundings): ObservedHost {
  const { log } = observed.host;
  if (!log) return observed;
  const files = observed.files.map((file) => ({
    ...file,
    servers: file.servers.map((server): ObservedServer => {
      const path = join(userPath(log.folder, around.system), log.path(server.name, around.root));
      // A log that cannot be read only lacks among the findings.
      const excerpt = unlessFailed(() =>
        onDisk('read', path, () => hostLog({ log, path }, server.name, around.system, redactFor(server))),
      );
      return excerpt ? { ...server, log: excerpt } : server;
    }),
  }));
  return { ...observed, files };
}

/** `redact` removes the secrets of the server. Empty if the host has logged nothing. */
function hostLog(
  { log, path }: { readonly log: HostLog; readonly path: string },
  server: string,
  system: InstallSurroundings['system'],
  redact: (text: string) => string,
): ObservedLog | undefined {
  const file = statsOf(path)?.isDirectory() ? newestIn(path) : path;
  if (file === undefined || !statsOf(file)?.isFile()) return undefined;
  const all = tailOf(file)
    .split('\n')
    .filter((line) => line.trim() !== '' && (!log.shared || namesServer(line, server)));
  const lines = all.slice(-LINES).map((line) => clipLine(redact(messageOf(line))));
  const lastCall = lastCallIn(all, server);
  return lines.length > 0 ? { file: shownPath(file, system), lines, ...(lastCall && { lastCall }) } : undefined;
}

/** A line of a compiled server about a tool, in whatever line of the host it is. */
const OF_TOOL = /\{"time":"([\dT:.Z-]+)","level":"[a-z]+","server":"([^"\\]+)","tool":"([^"\\]+)"/;

function lastCallIn(lines: readonly string[], server: string): ToolCall | undefined {
  for (const line of lines.toReversed()) {
    const [, time, name, tool] = OF_TOOL.exec(messageOf(line)) ?? [];
    if (time !== undefined && tool !== undefined && name === server) return { tool, time };
  }
  return undefined;
}

function newestIn(folder: string): string | undefined {
  const files = readdirSync(folder).flatMap((name) => {
    const path = join(folder, name);
    const stats = statsOf(path);
    return stats?.isFile() ? [{ path, time: stats.mtimeMs }] : [];
  });
  return files.sort((a, b) => b.time - a.time || (a.path < b.path ? 1 : -1))[0]?.path;
}

/** The first line of what is read may be the end of one. */
function tailOf(file: string): string {
  const size = statsOf(file)?.size ?? 0;
  const bytes = Buffer.alloc(Math.min(size, TAIL));
  const open = openSync(file, 'r');
  try {
    const read = readSync(open, bytes, 0, bytes.length, size - bytes.length);
    const text = bytes.toString('utf8', 0, read);
    return size > TAIL ? text.slice(text.indexOf('\n') + 1) : text;
  } finally {
    closeSync(open);
  }
}

/** As a word: "notes" is not in "notes-of-mine". */
function namesServer(line: string, server: string): boolean {
  return line.split(/[^\w-]+/).includes(server);
}

/** The text and the time of a line that is JSON. */
function messageOf(line: string): string {
  const members = membersOf(readJsonMap(line));
  const text = members?.['error'] ?? members?.['debug'] ?? members?.['message'];
  if (typeof text !== 'string') return line;
  const time = members?.['timestamp'];
  return `${typeof time === 'string' ? `${time} ` : ''}${text}`;
}
