/** MCP Bundles 0.3: one archive per server, which Claude Desktop installs and asks for the variables. */
import { withoutUndefined } from '../../../base/json.ts';
import { nodeRange, jsonFile, movedTo, oneLine, givenVariables, questionsOf } from '../files.ts';
import { stdioFlags } from '../../../emit/host-files/desired-entry.ts';
import { noServer, onlyListening, startedByHosts } from '../transports.ts';
import type { PackFormat, Package, PackedServer, PackFile } from '../format.ts';
import { compareText, invariant } from '../../../base/diagnostic.ts';

export const mcpbFormat: PackFormat = {
  id: 'mcpb',
  title: 'MCP bundle of each server, for Claude Desktop',
  verified: 'ran mcpb 2.1.2',
  leavesOut: (content) => [
    ...onlyListening(content).map(
      ({ plan }) => `${plan.name}: a bundle is started by the host, this server only listens.`,
    ),
    ...(content.skills.length > 0 ? ['A bundle has no skills.'] : []),
  ],
  obstacle: (content) => {
    const none = noServer(content);
    if (none || startedByHosts(content).length > 0) return none;
    return { message: 'No server can be started by a host.', hint: 'Add `stdio` to the `transports:` of a server.' };
  },
  files: (content) =>
    startedByHosts(content).map((server) => ({
      path: `${server.plan.name}-${server.plan.version}.mcpb`,
      bytes: () =>
        zip([jsonFile('manifest.json', manifest(server, content)), movedTo('server', server.script, 'index.mjs')]),
      executable: false,
    })),
};

function manifest({ plan }: PackedServer, { author, license, homepage }: Package): unknown {
  const { name, version, title, summary, env, tools } = plan;
  const questions = questionsOf(env);
  return withoutUndefined({
    manifest_version: '0.3',
    name,
    display_name: title,
    version,
    description: oneLine(summary),
    author: { name: author },
    homepage,
    license,
    server: {
      type: 'node',
      entry_point: 'server/index.mjs',
      mcp_config: {
        command: 'node',
        args: ['${__dirname}/server/index.mjs', ...stdioFlags(plan)],
        ...givenVariables(env),
      },
    },
    tools: tools.map((tool) => ({ name: tool.name, description: tool.description.text })),
    compatibility: { runtimes: { node: nodeRange(plan) } },
    user_config: Object.keys(questions).length > 0 ? questions : undefined,
  });
}

/** Sizes and offsets have 32 bits, the number of files has 16. */
const MAX_BYTES = 0xff_ff_ff_ff;
const MAX_FILES = 0xff_ff;
/** 1980-01-01 00:00, the first that the format can hold. */
const DATE = 0x21;
/** Names are UTF-8. */
const UTF8 = 0x08_00;
const VERSION = 20;
/** Made on Unix, where permissions come from. */
const MADE_BY = (3 << 8) | VERSION;

interface Entry {
  readonly name: Uint8Array;
  readonly bytes: Uint8Array;
  readonly crc: number;
  readonly mode: number;
}

/**
 * The bytes of the archive. Order, dates and permissions are fixed, so the same files give the same bytes; compression
 * would depend on the version of zlib in Node.
 */
function zip(files: readonly PackFile[]): Uint8Array {
  const entries = files.toSorted((a, b) => compareText(a.path, b.path)).map(entryOf);
  const sizes = entries.map(({ name, bytes }) => 30 + name.length + bytes.length);
  const offsets = sizes.map((_, index) => sum(sizes.slice(0, index)));
  const locals = entries.flatMap((entry) => [local(entry), entry.name, entry.bytes]);
  const central = entries.flatMap((entry, index) => [directory(entry, offsets[index] ?? 0), entry.name]);
  const [at, length] = [sum(sizes), sum(central.map((part) => part.length))];
  invariant(entries.length <= MAX_FILES && at + length <= MAX_BYTES, 'an archive has less than 65,536 files and 4 GiB');
  return joinBytes([...locals, ...central, end(entries.length, length, at)]);
}

function entryOf({ path, bytes, executable }: PackFile): Entry {
  const content = bytes();
  const mode = executable ? 0o100_755 : 0o100_644;
  return { name: new TextEncoder().encode(path), bytes: content, crc: crc32(content), mode };
}

function local({ name, bytes, crc }: Entry): Uint8Array {
  return record([0x04_03_4b_50, 4], ...common(crc, bytes.length, name.length), [0, 2]);
}

function directory({ name, bytes, crc, mode }: Entry, offset: number): Uint8Array {
  const head = common(crc, bytes.length, name.length);
  // Extra field, comment, disk, kind of text: eight bytes.
  return record([0x02_01_4b_50, 4], [MADE_BY, 2], ...head, [0, 4], [0, 4], [mode * 65_536, 4], [offset, 4]);
}

/** A number in so many bytes. */
type Field = readonly [value: number, width: 2 | 4];

function common(crc: number, size: number, nameLength: number): Field[] {
  // Version, flags, no compression, time and date.
  const start: Field[] = [
    [VERSION, 2],
    [UTF8, 2],
    [0, 2],
    [0, 2],
    [DATE, 2],
  ];
  return [...start, [crc, 4], [size, 4], [size, 4], [nameLength, 2]];
}

function end(count: number, length: number, at: number): Uint8Array {
  return record([0x06_05_4b_50, 4], [0, 4], [count, 2], [count, 2], [length, 4], [at, 4], [0, 2]);
}

/** Little-endian numbers, one behind the other. */
function record(...fields: readonly Field[]): Uint8Array {
  const bytesOf = ([value, width]: Field) =>
    Array.from({ length: width }, (_, at) => Math.floor(value / 256 ** at) % 256);
  return Uint8Array.from(fields.flatMap(bytesOf));
}

const TABLE = Uint32Array.from({ length: 256 }, (_, index) => {
  let rest = index;
  for (let bit = 0; bit < 8; bit += 1) rest = rest & 1 ? (rest >>> 1) ^ 0xed_b8_83_20 : rest >>> 1;
  return rest;
});

/** The checksum of ISO 3309, as an unsigned number. */
function crc32(bytes: Uint8Array): number {
  let crc = 0xff_ff_ff_ff;
  for (const byte of bytes) crc = (TABLE[(crc ^ byte) & 0xff] ?? 0) ^ (crc >>> 8);
  return (crc ^ 0xff_ff_ff_ff) >>> 0;
}

function joinBytes(parts: readonly Uint8Array[]): Uint8Array {
  const whole = new Uint8Array(sum(parts.map((part) => part.length)));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}
