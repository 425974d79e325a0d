/** GitHub workflow commands: annotations at the lines of a pull request. */
import { entryFormat } from '../entry.ts';
import { escapeUnsafe } from '../../base/text/escape.ts';

export const github = entryFormat((entries, { show }) => {
  return entries
    .map(({ id, severity, message, hint, place }) => {
      const { start, end } = place?.columns ?? {};
      const properties = {
        ...(place && { file: show(place.file) }),
        ...(place?.line !== undefined && { line: place.line }),
        ...(start && end && { endLine: end.line, col: start.column, endColumn: end.column }),
        title: id,
      };
      const listed = Object.entries(properties).map(([key, value]) => `${key}=${property(String(value))}`);
      const command = severity === 'note' ? 'notice' : severity;
      return `::${command} ${listed.join(',')}::${data(hint === '' ? message : `${message}\n${hint}`)}\n`;
    })
    .join('');
});

function data(text: string): string {
  return escapeUnsafe(text).replaceAll('%', '%25').replaceAll('\n', '%0A');
}

function property(text: string): string {
  return data(text).replaceAll(':', '%3A').replaceAll(',', '%2C');
}
