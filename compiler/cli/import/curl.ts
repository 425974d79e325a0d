/** Importer of one curl command. What is recorded is the request without its secrets, so an update has nothing to read again. */
import { importCurl } from '../../import/curl/import-curl.ts';
import type { CurlOptions } from '../../import/curl/import-curl.ts';
import { fileHash } from '../../plan/hash.ts';
import { Failure } from '../command-line/failure.ts';
import type { Importer } from './importer.ts';

/** `line` is used once and must not be recorded: it may have secrets in it. */
export function curlImporter(line: string): Importer {
  return {
    kind: 'curl',
    isPath: () => false,
    run: ({ source, options }) => {
      const made = importCurl(line, options as CurlOptions);
      if (made.kind === 'unreadable') throw new Failure(made.message, made.hint);
      return { imported: made, digest: `sha256:${fileHash(Buffer.from(source))}` };
    },
  };
}
