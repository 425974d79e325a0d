/** A zip archive (APPNOTE 6.3.10), stored. */
import { compareText, invariant } from '../../base/diagnostic.ts';
import type { PackFile } from './format.ts';

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
export function zip(files: readonly PackFile[]): Uint8Array {
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
  return record(30, [0x04_03_4b_50, 4], ...common(crc, bytes.length, name.length), [0, 2]);
}

function directory({ name, bytes, crc, mode }: Entry, offset: number): Uint8Array {
  const head = common(crc, bytes.length, name.length);
  // Extra field, comment, disk, kind of text, permissions.
  return record(
    46,
    [0x02_01_4b_50, 4],
    [MADE_BY, 2],
    ...head,
    [0, 2],
    [0, 2],
    [0, 2],
    [0, 2],
    [mode * 65_536, 4],
    [offset, 4],
  );
}

type Field = readonly [value: number, width: 2 | 4];

function common(crc: number, size: number, nameLength: number): Field[] {
  return [
    [VERSION, 2],
    [UTF8, 2],
    [0, 2],
    [0, 2],
    [DATE, 2],
    [crc, 4],
    [size, 4],
    [size, 4],
    [nameLength, 2],
  ];
}

function end(count: number, length: number, at: number): Uint8Array {
  return record(22, [0x06_05_4b_50, 4], [0, 2], [0, 2], [count, 2], [count, 2], [length, 4], [at, 4], [0, 2]);
}

/** Little-endian numbers, one behind the other. */
function record(size: number, ...fields: readonly Field[]): Uint8Array {
  const bytes = new Uint8Array(size);
  const view = new DataView(bytes.buffer);
  let at = 0;
  for (const [value, width] of fields) {
    if (width === 2) view.setUint16(at, value, true);
    else view.setUint32(at, value, true);
    at += width;
  }
  invariant(at === size, 'a record of an archive is full');
  return bytes;
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
