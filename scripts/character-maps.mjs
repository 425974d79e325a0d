// Packs the character maps of PDF.js into specs/pdf-reading/character-maps.json: node scripts/character-maps.mjs <pdfjs-dist>/cmaps
import { readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, constants } from 'node:zlib';

const folder = process.argv[2];
if (folder === undefined)
  throw new Error('Give the folder "cmaps" of the package pdfjs-dist in the version that unpdf holds.');

const EXTENSION = '.bcmap';
const names = readdirSync(folder)
  .filter((file) => file.endsWith(EXTENSION))
  .map((file) => file.slice(0, -EXTENSION.length))
  .sort();
const maps = names.map((name) => readFileSync(join(folder, name + EXTENSION)));
const all = Buffer.concat(maps);
const params = { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_LGWIN]: 24 };
const notice = readFileSync(join(folder, 'LICENSE'), 'utf8')
  .split('\n')
  .map((line) => line.replace(/^%%Copyright: ?-*/, '').trim())
  .join('\n')
  .trim();
const packed = {
  notice,
  lengths: Object.fromEntries(names.map((name, index) => [name, maps[index]?.length])),
  // All in one: most of them repeat another.
  brotli: brotliCompressSync(all, { params }).toString('base64'),
};
writeFileSync(
  new URL('../specs/pdf-reading/character-maps.json', import.meta.url),
  `${JSON.stringify(packed, null, 1)}\n`,
);
