/** Which codes of a font without a map of its own stand for which characters: Adobe's maps for Chinese, Japanese and Korean. */
import { brotliDecompressSync } from 'node:zlib';
import packed from './character-maps.json' with { type: 'json' };

const EXTENSION = /\.bcmap$/;

/** By name. Unpacked when the first file asks for one, and then for the life of the thread. */
let maps: ReadonlyMap<string, Uint8Array> | undefined;

/** Gives PDF.js its maps from this file, and none of the other things that it might load. */
export class CharacterMaps {
  async fetch({ kind, filename }: { readonly kind: string; readonly filename: string }): Promise<Uint8Array> {
    maps ??= unpack();
    const map = kind === 'cMapUrl' ? maps.get(filename.replace(EXTENSION, '')) : undefined;
    if (map === undefined) throw new Error(`There is no ${filename} here.`);
    // PDF.js takes the bytes over.
    return new Uint8Array(map);
  }
}

function unpack(): ReadonlyMap<string, Uint8Array> {
  const all = brotliDecompressSync(Buffer.from(packed.brotli, 'base64'));
  let from = 0;
  return new Map(
    Object.entries(packed.lengths).map(([name, length]) => {
      const map = all.subarray(from, from + length);
      from += length;
      return [name, map] as const;
    }),
  );
}
