/** Reads one server of a host's file: `mcp.json#name`, or the only one in it. */
import { resolve } from 'node:path';
import { LENIENT, TOML, YAML } from '../../../spec/hosts/format.ts';
import type { FileSyntax } from '../../../spec/hosts/format.ts';
import { serversIn } from '../mcp/host-file.ts';
import type { RawSource } from '../mcp/source.ts';
import { entryAt } from '../../../emit/host-files/edit.ts';
import { Failure } from '../../../edge/command-line/failure.ts';
import { readText } from '../../../edge/project/contract.ts';

interface HostServer {
  readonly name: string;
  readonly raw: RawSource;
}

/** @throws Failure, in which no value of the file is. */
export function readHostServer(root: string, written: string): HostServer {
  const [file = '', wanted] = splitAt(written);
  const path = resolve(root, file);
  const read = entryAt(readText(path), formatOf(file), []);
  if ('problem' in read) throw new Failure(`"${path}" cannot be read: ${read.problem.message}`, read.problem.hint);
  const servers = serversIn(read.value);
  const names = [...servers.keys()];
  const name = wanted ?? (names.length === 1 ? names[0] : undefined);
  const raw = name === undefined ? undefined : servers.get(name);
  if (name !== undefined && raw) return { name, raw };
  if (names.length === 0)
    throw new Failure(
      `"${path}" has no MCP servers.`,
      'Name the file of a host, such as .mcp.json or .vscode/mcp.json.',
    );
  throw new Failure(
    wanted === undefined ? `"${path}" has ${names.length} servers.` : `"${path}" has no server "${wanted}".`,
    `Name one of them after the file: ${names.map((one) => `${file}#${one}`).join(', ')}.`,
  );
}

function splitAt(written: string): readonly string[] {
  const at = written.lastIndexOf('#');
  return at < 0 ? [written] : [written.slice(0, at), written.slice(at + 1)];
}

function formatOf(file: string): FileSyntax {
  if (/\.toml$/i.test(file)) return TOML;
  return /\.ya?ml$/i.test(file) ? YAML : LENIENT;
}
