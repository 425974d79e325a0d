/** Imports an MCP server: from a saved list, the file of a host, an address, or a program that it starts. */
import { readJson } from '../../../plan/read-json.ts';
import { createHash } from 'node:crypto';
import { resolve } from 'node:path';
import type { JsonObject } from '@haft/runtime/language';
import { canonicalJson, isObject } from '@haft/runtime/language';
import { createRedact, pinOf } from '@haft/runtime/try';
import { importMcp } from '../mcp/import-mcp.ts';
import type { McpList } from '../mcp/import-mcp.ts';
import { recordedSource } from '../mcp/recorded.ts';
import type { McpOptions } from '../mcp/recorded.ts';
import { sourceOf } from '../mcp/source.ts';
import type { McpSource } from '../mcp/source.ts';
import { Failure } from '../../../edge/command-line/failure.ts';
import { withProgress } from '../../../edge/command-line/progress.ts';
import { readHostServer } from './host-server.ts';
import type { ImportJob, ImportRun } from './importer.ts';
import { askServer } from './live-server.ts';
import { parseJson, readText } from '../../../edge/project/contract.ts';

/** @param values of variables, for this run only. */
export async function readMcp(job: ImportJob, values: Readonly<Record<string, string>> = {}): Promise<ImportRun> {
  const { name, source: written, root } = job;
  // Written by `haft import mcp`, and only read for what it must have.
  const options = job.options as unknown as McpOptions;
  const reached =
    options.how === 'config'
      ? sourceOf(readHostServer(root, written).raw, name)
      : recordedSource(options.how === 'list' ? options.reached : written, options);
  if ('problem' in reached) throw new Failure(reached.problem, reached.hint);
  const source = 'none' in reached ? undefined : { ...reached, values: { ...reached.values, ...values } };
  const list =
    options.how === 'list' || !source ? savedList(resolve(root, written)) : await askServer(source, name, job);
  const pins = await Promise.all(list.tools.map(pinOf));
  const shown = withoutSecrets(list, source);
  return {
    imported: withProgress(({ count }) => importMcp(name, { ...shown, pins }, source, count)),
    digest: `sha256:${createHash('sha256')
      .update(canonicalJson({ ...list }))
      .digest('hex')}`,
  };
}

type Listed = Omit<McpList, 'pins'>;

/** A result of `tools/list`, alone or as the whole JSON-RPC message, or only the list in it. */
function savedList(path: string): Listed {
  const value: unknown = parseJson(readText(path), path);
  const result = isObject(value) && isObject(value['result']) ? value['result'] : value;
  const tools = Array.isArray(result) ? result : isObject(result) ? result['tools'] : undefined;
  if (!Array.isArray(tools))
    throw new Failure(`"${path}" has no list of tools.`, 'Save the result of `tools/list`: { "tools": [ … ] }.');
  return { about: {}, tools: tools.filter((tool): tool is JsonObject => isObject(tool)) };
}

/** A server may list what it was configured with. */
function withoutSecrets(list: Listed, source: McpSource | undefined): Listed {
  const secrets = (source?.variables ?? []).flatMap(({ name, secret }) => {
    const value = secret ? (source?.values[name] ?? process.env[name] ?? '') : '';
    return value.length >= 8 ? [value] : [];
  });
  const read = readJson(createRedact({}, {}, secrets).json(list));
  return ('value' in read ? read.value : list) as Listed;
}
