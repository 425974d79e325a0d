/** What an entry already says that only its user knows: an installation that is not told otherwise keeps it. */
import { isUnset, referencesIn } from '../../doctor/variables.ts';
import { readEntry } from '../../doctor/read-entry.ts';
import { noted } from '../../../../spec/hosts/notes.ts';
import { entryAt } from '../../../../emit/host-files/edit.ts';
import type { EntryOptions } from '../../../../emit/host-files/desired-entry.ts';
import type { Installable } from './output.ts';
import type { Target } from './target.ts';

type Present = Pick<EntryOptions, 'values' | 'fromShell'> & { readonly url: string | undefined };

const NOTHING: Present = { values: {}, fromShell: new Set(), url: undefined };

/** `text` is that of the file, null where there is none. */
export function presentIn(
  text: string | null,
  { host, config }: Pick<Target, 'host' | 'config'>,
): (server: Installable['servers'][number]) => Present {
  const read = text === null ? undefined : entryAt(text, config.format, host.container);
  const map = read && 'value' in read ? read.value : undefined;
  return ({ name, env }) => {
    const entry = noted(map, name);
    const form = entry === undefined ? undefined : readEntry(host, entry);
    if (form?.kind === 'address') return { ...NOTHING, url: isAddress(form.url) ? form.url : undefined };
    if (form?.kind !== 'program') return NOTHING;
    const written = Object.entries(form.values).filter(([key]) => Object.hasOwn(env, key));
    const referred = written.filter(([, value]) => value !== '' && isUnset(value)).map(([key]) => key);
    // A reference inside of a text is what a host does not replace.
    const values = written.filter(([, value]) => value !== '' && referencesIn(value).length === 0);
    const names = form.names.filter((key) => Object.hasOwn(env, key));
    return { values: Object.fromEntries(values), fromShell: new Set([...referred, ...names]), url: undefined };
  };
}

function isAddress(url: string): boolean {
  return URL.canParse(url) && /^https?:$/.test(new URL(url).protocol);
}
