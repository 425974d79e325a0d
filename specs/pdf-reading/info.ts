/** The task "info": what a document says of itself, and whether it can be read at all. */
import type { GetPdfInfoResult } from '../../generated/servers/pdf-reading/tools.ts';
import { cleanLine } from './clean.ts';
import type { Document } from './document.ts';
import type { Outcome } from './problem.ts';
import type { Desk } from './task.ts';

/** Enough to tell a scan from a cover without words. */
const PAGES_LOOKED_AT = 5;

export async function tellInfo({ document, file }: Desk): Promise<Outcome<GetPdfInfoResult>> {
  const info = await document.info();
  const lines = {
    title: cleanLine(info['Title']),
    author: cleanLine(info['Author']),
    subject: cleanLine(info['Subject']),
    keywords: cleanLine(info['Keywords']),
    created: dateOf(info['CreationDate']),
    modified: dateOf(info['ModDate']),
  };
  const known = Object.fromEntries(Object.entries(lines).filter(([, line]) => line !== undefined));
  const has_text = await hasText(document);
  return {
    value: {
      file_name: cleanLine(file.name) ?? '',
      total_pages: document.pages,
      size_bytes: file.size,
      ...known,
      has_text,
    },
  };
}

async function hasText(document: Document): Promise<boolean> {
  for (let page = 1; page <= Math.min(PAGES_LOOKED_AT, document.pages); page += 1) {
    if ((await document.pageText(page)).text !== '') return true;
  }
  return false;
}

/** PDF writes "D:20240301093000+01'00'"; everything after the year may be missing. */
function dateOf(value: unknown): string | undefined {
  const line = cleanLine(value, 40);
  if (line === undefined) return undefined;
  const parts = /^(?:D:)?(\d{4})(\d\d)?(\d\d)?(?:(\d\d)(\d\d)?(\d\d)?)?(Z|[+-]\d\d)?(?:'?(\d\d))?/.exec(line);
  if (parts === null) return line;
  const [, year = '', month, day, hour, minute = '00', second = '00', zone, zoneMinutes = '00'] = parts;
  const date = [year, month, day].filter((part) => part !== undefined).join('-');
  if (hour === undefined || day === undefined) return date;
  const offset = zone === undefined || zone === 'Z' ? (zone ?? '') : `${zone}:${zoneMinutes}`;
  return `${date}T${hour}:${minute}:${second}${offset}`;
}
