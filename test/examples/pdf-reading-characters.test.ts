/** Fonts that are not in the file: their letters come from Adobe's character maps, which the server includes. */
// In depth: one shipped spec beyond the way through it.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { CharacterMaps } from '../../specs/pdf-reading/character-maps.ts';
import { pdf } from '../support/pdf.ts';
import { startPdfServer } from '../support/pdf-server.ts';
import { everyNth } from '../support/runs.ts';

type Ordering = 'GB1' | 'CNS1' | 'Japan1' | 'Korea1';

const FACES = { GB1: 'STSong-Light', CNS1: 'MSung-Light', Japan1: 'HeiseiMin-W3', Korea1: 'HYSMyeongJo-Medium' };

function font(encoding: string, ordering: Ordering): string {
  const name = `/BaseFont /${FACES[ordering]}`;
  const system = `/CIDSystemInfo << /Registry (Adobe) /Ordering (${ordering}) /Supplement 4 >>`;
  const metrics =
    '/Flags 4 /FontBBox [0 -200 1000 900] /ItalicAngle 0 /Ascent 900 /Descent -200 /CapHeight 700 /StemV 80';
  const descriptor = `/FontDescriptor << /Type /FontDescriptor /FontName /${FACES[ordering]} ${metrics} >>`;
  const inner = `<< /Type /Font /Subtype /CIDFontType0 ${name} ${system} /DW 1000 ${descriptor} >>`;
  return `<< /Type /Font /Subtype /Type0 ${name} /Encoding /${encoding} /DescendantFonts [${inner}] >>`;
}

const hex = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex');
const ucs2 = (text: string): string => hex(Buffer.from(text, 'utf16le').swap16());

/** The codes of a text, found by reading all codes of two bytes. */
function codesIn(label: string, text: string): string {
  const decoder = new TextDecoder(label);
  const codes = new Map<string, string>();
  for (let code = 0x81_40; code <= 0xfe_fe; code += 1) {
    const bytes = Uint8Array.of(code >> 8, code & 0xff);
    const character = decoder.decode(bytes);
    if ([...character].length === 1 && !codes.has(character)) codes.set(character, hex(bytes));
  }
  return [...text].map((one) => codes.get(one) ?? hex(Buffer.from(one, 'latin1'))).join('');
}

const CHINESE = '中文报告第一页';
const TAIWAN = '中文報告第一頁';
const JAPANESE = '日本語の報告カタカナ';
const KOREAN = '한국어보고서';

const CASES: readonly (readonly [string, Ordering, string, string])[] = [
  ['UniGB-UCS2-H', 'GB1', ucs2(CHINESE), CHINESE],
  ['UniGB-UTF16-H', 'GB1', ucs2(CHINESE), CHINESE],
  ['UniGB-UCS2-V', 'GB1', ucs2(CHINESE), CHINESE],
  ['GBK-EUC-H', 'GB1', codesIn('gbk', CHINESE), CHINESE],
  ['GBKp-EUC-H', 'GB1', codesIn('gbk', CHINESE), CHINESE],
  ['GB-EUC-H', 'GB1', codesIn('gbk', CHINESE), CHINESE],
  ['GBK2K-H', 'GB1', codesIn('gb18030', CHINESE), CHINESE],
  ['UniCNS-UCS2-H', 'CNS1', ucs2(TAIWAN), TAIWAN],
  ['UniCNS-UTF16-H', 'CNS1', ucs2(TAIWAN), TAIWAN],
  ['ETen-B5-H', 'CNS1', codesIn('big5', TAIWAN), TAIWAN],
  ['HKscs-B5-H', 'CNS1', codesIn('big5', TAIWAN), TAIWAN],
  ['UniJIS-UCS2-H', 'Japan1', ucs2(JAPANESE), JAPANESE],
  ['UniJIS-UTF16-H', 'Japan1', ucs2(JAPANESE), JAPANESE],
  ['90ms-RKSJ-H', 'Japan1', codesIn('shift_jis', JAPANESE), JAPANESE],
  ['90msp-RKSJ-V', 'Japan1', codesIn('shift_jis', JAPANESE), JAPANESE],
  ['EUC-H', 'Japan1', codesIn('euc-jp', JAPANESE), JAPANESE],
  ['UniKS-UCS2-H', 'Korea1', ucs2(KOREAN), KOREAN],
  ['UniKS-UTF16-H', 'Korea1', ucs2(KOREAN), KOREAN],
  ['KSCms-UHC-H', 'Korea1', codesIn('euc-kr', KOREAN), KOREAN],
  ['KSC-EUC-H', 'Korea1', codesIn('euc-kr', KOREAN), KOREAN],
  // No codes of characters at all, but numbers of shapes in Adobe's collection.
  ['Identity-H', 'Japan1', '0465', '亜'],
];

describe('text in a font that is not in the file', () => {
  const files = Object.fromEntries(
    CASES.map(([encoding, ordering, codes]) => [`${encoding}.pdf`, pdf([{ codes, font: font(encoding, ordering) }])]),
  );

  test('is read through every kind of predefined map, and found', async () => {
    const { call } = await startPdfServer(files);
    const cases = everyNth(4, CASES);
    const read: Record<string, unknown> = {};
    for (const [encoding] of cases) {
      const { data, code } = await call('read_pdf_pages', { file_path: `${encoding}.pdf` });
      read[encoding] = code ?? (data as { pages: { text: string }[] }).pages[0]?.text;
    }
    expect(read).toEqual(Object.fromEntries(cases.map(([encoding, , , text]) => [encoding, text])));
    expect(await call('get_pdf_info', { file_path: '90ms-RKSJ-H.pdf' })).toMatchObject({ data: { has_text: true } });
    const found = await call('search_pdf_text', { file_path: 'KSCms-UHC-H.pdf', query: '보고서' });
    expect(found).toMatchObject({ data: { total_matches: 1 } });
  });
});

test('every map that PDF.js knows is there, byte for byte as long as it was, with its license', async () => {
  const { lengths, notice } = JSON.parse(
    readFileSync(join(import.meta.dirname, '../../specs/pdf-reading/character-maps.json'), 'utf8'),
  ) as { lengths: Record<string, number>; notice: string };
  const source = readFileSync(join(import.meta.dirname, '../../node_modules/unpdf/dist/pdfjs.mjs'), 'utf8');
  const known = /\["Adobe-GB1-UCS2"(?:,"[\w-]+")+\]/.exec(source)?.[0] ?? '[]';
  const names = (JSON.parse(known) as string[]).filter((name) => !name.startsWith('Identity'));
  expect(Object.keys(lengths).sort()).toEqual(names.sort());
  const maps = new CharacterMaps();
  for (const [name, length] of Object.entries(lengths)) {
    const map = await maps.fetch({ kind: 'cMapUrl', filename: `${name}.bcmap` });
    expect([name, map.length]).toEqual([name, length]);
  }
  const server = readFileSync(join(import.meta.dirname, '../../generated/servers/pdf-reading/server.mjs'), 'utf8');
  expect(server).toContain(notice.slice(0, 46));
  await expect(maps.fetch({ kind: 'cMapUrl', filename: '../secret.bcmap' })).rejects.toThrow('There is no');
  await expect(maps.fetch({ kind: 'wasmUrl', filename: 'H.bcmap' })).rejects.toThrow('There is no');
});
