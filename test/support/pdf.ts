/** Writes PDF files for tests: text on pages of any number, pictures, locks, and whatever stands in a page's content. */
import { deflateSync } from 'node:zlib';

type Page = Shown & {
  /** What is laid over the page, such as fields of a form, as PDF writes it. */
  readonly annotations?: readonly string[];
};

type Shown =
  /** Lines of text; characters beyond ASCII reach the reader through the font's own map. */
  | { readonly lines: readonly string[] }
  /** A gray picture and no text: what a scanner makes. */
  | { readonly picture: true }
  /** The drawing instructions themselves, in a compressed stream where wanted. */
  | { readonly content: string | Uint8Array; readonly compress?: boolean }
  /** A text in a font of its own: its codes in hexadecimal, and the font as PDF writes it. */
  | { readonly codes: string; readonly font: string };

interface PdfOptions {
  readonly info?: Readonly<Record<string, string>>;
  /** A user password of which nobody knows what it is. */
  readonly locked?: boolean;
  /** Further entries of the catalogue, as PDF writes them; `{0}` is the reference of the first stream. */
  readonly catalog?: string;
  readonly streams?: readonly string[];
}

/** A whole file; object 1 is the catalogue, 2 the tree of pages, 3 the font, 4 the picture, 5 what the file says of itself. */
export function pdf(pages: readonly Page[], options: PdfOptions = {}): Buffer {
  const { info = {}, locked = false, catalog = '', streams = [] } = options;
  const codes = codesOf(pages);
  const first = 7;
  const entries = catalog.replaceAll(/\{(\d)\}/g, (_, n) => `${first + 2 * pages.length + Number(n)} 0 R`);
  const objects: Buffer[] = [
    body(`<< /Type /Catalog /Pages 2 0 R ${entries} >>`),
    body(`<< /Type /Pages /Count ${pages.length} /Kids [${pages.map((_, n) => `${first + 2 * n} 0 R`).join(' ')}] >>`),
    body('<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding /ToUnicode 6 0 R >>'),
    stream(
      Buffer.alloc(64, 0x80),
      '/Type /XObject /Subtype /Image /Width 8 /Height 8 /BitsPerComponent 8 /ColorSpace /DeviceGray',
    ),
    body(
      `<< ${Object.entries(info)
        .map(([key, value]) => `/${key} <feff${utf16(value)}>`)
        .join(' ')} >>`,
    ),
    stream(Buffer.from(toUnicode(codes))),
  ];
  for (const [n, page] of pages.entries()) {
    const own = 'font' in page ? `/G ${page.font}` : '';
    const resources = `/Resources << /Font << /F 3 0 R ${own} >> /XObject << /P 4 0 R >> >>`;
    const over = page.annotations === undefined ? '' : `/Annots [${page.annotations.join(' ')}]`;
    const contents = `/Contents ${first + 2 * n + 1} 0 R`;
    objects.push(
      body(`<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] ${resources} ${over} ${contents} >>`),
      contentOf(page, codes),
    );
  }
  objects.push(...streams.map((text) => stream(Buffer.from(text))));
  const lock =
    '/Encrypt << /Filter /Standard /V 1 /R 2 /P -4 /O <' + 'a5'.repeat(32) + '> /U <' + '5a'.repeat(32) + '> >>';
  return assemble(objects, `/Root 1 0 R /Info 5 0 R ${locked ? `${lock} /ID [<00> <00>]` : ''}`);
}

/** Each object with its number, the table of where they begin, and the trailer. */
function assemble(objects: readonly Buffer[], trailer: string): Buffer {
  const parts = [Buffer.from('%PDF-1.7\n')];
  const offsets: number[] = [];
  let length = parts[0]?.length ?? 0;
  for (const [n, object] of objects.entries()) {
    const part = Buffer.concat([Buffer.from(`${n + 1} 0 obj\n`), object, Buffer.from('\nendobj\n')]);
    offsets.push(length);
    parts.push(part);
    length += part.length;
  }
  const rows = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`);
  const size = objects.length + 1;
  parts.push(
    Buffer.from(`xref\n0 ${size}\n0000000000 65535 f \n${rows.join('')}`),
    Buffer.from(`trailer\n<< /Size ${size} ${trailer} >>\nstartxref\n${length}\n%%EOF\n`),
  );
  return Buffer.concat(parts);
}

function body(text: string): Buffer {
  return Buffer.from(text, 'latin1');
}

function stream(bytes: Uint8Array, entries = ''): Buffer {
  const head = Buffer.from(`<< ${entries} /Length ${bytes.length} >>\nstream\n`);
  return Buffer.concat([head, bytes, Buffer.from('\nendstream')]);
}

function contentOf(page: Page, codes: ReadonlyMap<string, number>): Buffer {
  if ('picture' in page) return stream(Buffer.from('q 600 0 0 780 0 0 cm /P Do Q'));
  if ('lines' in page) {
    const shown = page.lines.map((line) => `<${hexOf(line, codes)}> Tj T*`);
    return stream(Buffer.from(`BT /F 10 Tf 12 TL 40 760 Td ${shown.join('\n')} ET`));
  }
  if ('codes' in page) return stream(Buffer.from(`BT /G 10 Tf 40 760 Td <${page.codes}> Tj ET`));
  const bytes = typeof page.content === 'string' ? Buffer.from(page.content, 'latin1') : page.content;
  return page.compress ? stream(deflateSync(bytes), '/Filter /FlateDecode') : stream(bytes);
}

/** A code of one byte for every character that is not ASCII: 127 of them at most. */
function codesOf(pages: readonly Page[]): ReadonlyMap<string, number> {
  const characters = pages.flatMap((page) => ('lines' in page ? [...page.lines.join('')] : []));
  const special = [...new Set(characters)].filter((character) => !/[ -~]/.test(character));
  return new Map(special.map((character, n) => [character, 128 + n]));
}

function hexOf(line: string, codes: ReadonlyMap<string, number>): string {
  return [...line].map((one) => (codes.get(one) ?? one.charCodeAt(0)).toString(16).padStart(2, '0')).join('');
}

function toUnicode(codes: ReadonlyMap<string, number>): string {
  const rows = [...codes].map(([character, code]) => `<${code.toString(16)}> <${utf16(character)}>`);
  const special = rows.length > 0 ? `${rows.length} beginbfchar\n${rows.join('\n')}\nendbfchar\n` : '';
  return `/CIDInit /ProcSet findresource begin 12 dict begin begincmap /CMapName /X def /CMapType 2 def
1 begincodespacerange <00> <ff> endcodespacerange
1 beginbfrange <20> <7e> <0020> endbfrange
${special}endcmap end end`;
}

function utf16(text: string): string {
  return Array.from({ length: text.length }, (_, n) => text.charCodeAt(n).toString(16).padStart(4, '0')).join('');
}
