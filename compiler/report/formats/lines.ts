/** One line a finding or change, `file:line: severity: text [id]`, as editors and pipes read it. */
import { entryFormat } from '../entry.ts';
import { oneLine } from '../../base/text/escape.ts';

export const lines = entryFormat((entries, { show }) =>
  entries
    .map(({ id, severity, message, brief = message, place }) => {
      const parts = [place && show(place.file), place?.line, place?.columns?.start.column];
      const where = parts
        .filter((part) => part !== undefined)
        .map((part) => `${part}:`)
        .join('');
      return `${oneLine(`${where} ${severity}: ${brief} [${id}]`)}\n`;
    })
    .join(''),
);
