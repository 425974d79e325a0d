/** Which responses are streams, by what a document says of them: a tool reads one response, up to its end. */
import { nameWords } from '../../../check/analysis/names/name-words.ts';
import type { Schema } from '@haft/runtime/language';
import type { OperationSkip } from './context.ts';
import { mediaName, mediaType } from './media.ts';

/** Of an operation with a documented response 101. */
export const UPGRADE: OperationSkip = {
  subject: 'upgrades of connections',
  message: 'Its response 101 changes the protocol of the connection.',
  hint: 'Write this tool by hand, with a handler.',
};

/** Documents of JSON, one after the other. */
export function isDocuments(type: string): boolean {
  return /ndjson|jsonl|json-seq/.test(mediaType(type).subtype);
}

/** A media type that is a stream: the one that is read, or another one whose parameter says so, as of Kubernetes. */
export function streamType(read: string, types: readonly string[]): string | undefined {
  const words = mediaType(read).subtype.split(/[.+-]/);
  if (isDocuments(read) || (words.includes('stream') && !words.includes('octet')))
    return `media type ${mediaName(read)}`;
  const other = types.find((type) => mediaType(type).parameters.includes('stream'));
  return other === undefined ? undefined : `media type ${mediaName(other)};stream`;
}

/** Of a response that would be read as one document. */
export function describesStream(description = ''): boolean {
  return /\b(?:a|the) (?:[\w-]+ )?stream of\b|\bas (?:an? )?(?:[\w-]+ )?streams?\b|\b(?:new)?line[- ]delimited\b/i.test(
    description,
  );
}

/** A flag that makes the response a stream. */
export function streamParameter(parameters: Readonly<Record<string, Schema>>): string | undefined {
  const isFlag = ([name, { type }]: readonly [string, Schema]): boolean =>
    [type].flat().includes('boolean') && nameWords(name).some((word) => /^stream(?:ing)?$/.test(word));
  const flag = Object.entries(parameters).find(isFlag);
  return flag && `parameter "${flag[0]}"`;
}
