/** Names of servers that are made from the title or the host of a service. */
import { snakeCase } from '../../check/analysis/names/name-words.ts';
import { HOSTS } from '../../spec/hosts/index.ts';

/** Characters; longer names leave too little for those of tools. */
const MAX_LENGTH = 24;

/** `Pet Store API (v3)` → pet-store. */
export function serverName(title: string): string {
  const words = snakeCase(title.normalize('NFKD').replaceAll(/\p{M}+|\([^()]*\)/gu, '')).split('_');
  const telling = words.filter((word) => word !== '' && !NOISE.has(word) && !/^v\d*$|^\d+$/.test(word));
  const used = telling.length > 0 ? telling : words.filter((word) => word !== '');
  let name = '';
  for (const word of used)
    if (name === '' || name.length + word.length < MAX_LENGTH) name = name === '' ? word : `${name}-${word}`;
  const cut = name.slice(0, MAX_LENGTH).replace(/(?<!-)-+$/, '') || 'service';
  return HOSTS.some(({ reservedServers }) => reservedServers?.includes(cut)) ? `${cut}-api` : cut;
}

const NOISE: ReadonlySet<string> = new Set(
  'api apis rest http web service services openapi swagger specification spec definition definitions public reference documentation the of for and version'.split(
    ' ',
  ),
);
