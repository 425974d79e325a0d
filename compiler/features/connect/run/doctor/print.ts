/** What the doctor found, as text for people and as JSON for programs. */
import type { Finding } from '../../doctor/symptoms/index.ts';
import type { ObservedHost, ObservedServer } from '../../doctor/observed.ts';
import { fixText } from '../../doctor/fix.ts';
import { escapeUnsafe } from '../../../../base/text/escape.ts';
import { pluralize } from '../../../../base/text/pluralize.ts';

/** What was tried of the databases of the specs, as printed. */
export interface DatabaseReport {
  readonly lines: readonly string[];
  readonly problems: number;
}

export const NO_DATABASES: DatabaseReport = { lines: [], problems: 0 };

export function findingsText(
  all: readonly ObservedHost[],
  findings: readonly Finding[],
  { lines, problems }: DatabaseReport = NO_DATABASES,
): string {
  const hosts = all.map((observed) => hostText(observed)).join('');
  const text = findings.map(findingText).join('');
  const tried = lines.map((line) => `${line}\n`).join('');
  const count = findings.length + problems;
  const end = count === 0 ? 'No problems found.' : `${pluralize(count, 'finding')}.`;
  return `${[hosts, text, tried].filter((part) => part !== '').join('\n')}\n${end}\n`;
}

function hostText({ host, files }: ObservedHost): string {
  const rows = files
    .filter(({ servers }) => servers.length > 0)
    .flatMap(({ file, servers }) => [
      `  ${file}`,
      ...servers.flatMap((server) => [`    ${server.name}: ${stateOf(server)}`, ...logRows(server)]),
    ]);
  return escapeLines([`${host.title} (${host.id})`, ...rows]);
}

function logRows({ log }: ObservedServer): readonly string[] {
  if (!log) return [];
  const { file, lines, lastCall } = log;
  const last = lastCall ? [`      last call: ${lastCall.tool}, ${lastCall.time}`] : [];
  return [...last, `      log: ${file}`, ...lines.map((line) => `        ${line}`)];
}

function stateOf({ started }: ObservedServer): string {
  if (!started) return 'not started';
  return started.kind === 'ready' ? pluralize(started.tools.length, 'tool') : 'no tools';
}

function findingText({ id, host, symptom, file, line, key, cause, fix }: Finding): string {
  const place = file === undefined ? host : `${file}${line === undefined ? '' : `:${line}`}`;
  return escapeLines([
    `${place}${key === undefined ? '' : `, ${key}`}: ${symptom} [${id}]`,
    ...`cause: ${cause}`.split('\n').map((one) => `  ${one}`),
    `  fix: ${fixText(fix)}`,
  ]);
}

/** Line by line: a text that a server has printed moves no cursor. */
function escapeLines(lines: readonly string[]): string {
  return `${lines.map((line) => escapeUnsafe(line)).join('\n')}\n`;
}

export function findingsJson(
  all: readonly ObservedHost[],
  findings: readonly Finding[],
  { lines: databases }: DatabaseReport = NO_DATABASES,
): string {
  const hosts = all.map(({ host, files }) => ({
    id: host.id,
    files: files.map(({ scope, file, servers }) => ({
      scope,
      file,
      servers: servers.map(({ name, key, started, log }) => ({
        name,
        key,
        tools: started?.kind === 'ready' ? started.tools.length : null,
        ...(log && { log }),
      })),
    })),
  }));
  const entries = findings.map(({ fix, ...finding }) => {
    return { ...finding, fix: fixText(fix), commands: 'commands' in fix ? fix.commands : [] };
  });
  return `${JSON.stringify({ hosts, findings: entries, ...(databases.length > 0 && { databases }) }, null, 2)}\n`;
}
