/** A document as the tasks see it, over PDF.js: one page at a time, and nothing of a page stays. */
import { getResolvedPDFJS } from 'unpdf';
import { tellAnnotations } from './annotations.ts';
import { CharacterMaps } from './character-maps.ts';
import { clean } from './clean.ts';
import { tellXfa } from './xfa.ts';

/*! This file is distributed with PDF.js, Copyright Mozilla Foundation, Apache License 2.0, http://www.apache.org/licenses/LICENSE-2.0 */

export interface Document {
  readonly pages: number;
  /** Cleaned; `damaged` where the page cannot be read, `cut` where it holds more than is ever taken of a page. */
  readonly pageText: (page: number) => Promise<PageText>;
  /** As in the file: any JSON, from anybody. */
  readonly info: () => Promise<Readonly<Record<string, unknown>>>;
}

export interface PageText {
  readonly text: string;
  readonly state: 'whole' | 'cut' | 'damaged';
}

/** A page of a book has 3,000; more than this is made to hurt. */
const MOST_CHARACTERS = 1_000_000;

/** Pages between two moments at which the parser lets go of fonts and the like. */
const RELEASE_EVERY = 50;

export async function openDocument(data: Uint8Array): Promise<Document> {
  const { getDocument } = await getResolvedPDFJS();
  const proxy = await getDocument({
    data,
    verbosity: 0,
    isEvalSupported: false,
    useSystemFonts: false,
    disableFontFace: true,
    enableXfa: true,
    useWasm: false,
    isOffscreenCanvasSupported: false,
    isImageDecoderSupported: false,
    useWorkerFetch: false,
    BinaryDataFactory: CharacterMaps,
    cMapPacked: true,
  }).promise;
  let read = 0;
  return {
    pages: proxy.numPages,
    async pageText(number) {
      read += 1;
      if (read % RELEASE_EVERY === 0) await proxy.cleanup();
      try {
        const page = await proxy.getPage(number);
        const told = proxy.isPureXfa
          ? { text: tellXfa(await page.getXfa()), cut: false }
          : await gather(page.streamTextContent().getReader());
        const over = told.cut ? '' : tellAnnotations(await page.getAnnotations({ intent: 'display' }));
        page.cleanup();
        const text = over === '' ? told.text : `${told.text}\n\n${over}`;
        const cut = told.cut || text.length > MOST_CHARACTERS;
        return { text: clean(text.slice(0, MOST_CHARACTERS)), state: cut ? 'cut' : 'whole' };
      } catch {
        return { text: '', state: 'damaged' };
      }
    },
    async info() {
      const { info } = await proxy.getMetadata();
      return { ...info };
    },
  };
}

/** What the parser gives of a page, a few words at a time; other items mark a structure and have no text. */
interface Chunk {
  readonly items: readonly { readonly str?: string; readonly hasEOL?: boolean }[];
}

/** The rest of a page that never ends is not even parsed. */
async function gather(reader: ReadableStreamDefaultReader<Chunk>): Promise<{ text: string; cut: boolean }> {
  let text = '';
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return { text, cut: false };
    for (const { str = '', hasEOL = false } of value.items) text += hasEOL ? `${str}\n` : str;
    if (text.length > MOST_CHARACTERS) {
      await reader.cancel(new Error('enough'));
      return { text: text.slice(0, MOST_CHARACTERS), cut: true };
    }
  }
}
