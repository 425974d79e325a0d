/** Importer of OpenAPI documents: reads what the record names, and lets the pure importer make specs of it. */
import type { JsonObject } from '@haft/runtime/language';
import { importOpenapi } from '../../import/openapi/import-openapi.ts';
import type { OpenapiOptions } from '../../import/openapi/options.ts';
import { selectionText } from '../../import/openapi/selection-text.ts';
import { Failure } from '../command-line/failure.ts';
import { withProgress } from '../command-line/progress.ts';
import { isAddress, readDocument } from './documents.ts';
import type { ImportJob, ImportRun, Importer } from './importer.ts';

/** Starts of addresses that references may lead to are recorded with the options of the importer. */
export type OpenapiOrder = OpenapiOptions & { readonly allow_refs?: readonly string[] };

export const openapiImporter: Importer = { kind: 'openapi', isPath: (source) => !isAddress(source), run };

async function run({ source, root, options }: ImportJob): Promise<ImportRun> {
  const { allow_refs: allowRefs = [], ...chosen } = options as JsonObject & OpenapiOrder;
  const document = await readDocument({ source, root, allowRefs });
  const made = withProgress(({ count }) => importOpenapi(document, chosen, count));
  if (made.kind === 'unreadable') throw new Failure(made.message, made.hint);
  if (made.kind === 'selection') return { undecided: selectionText(made, source) };
  return { imported: made, digest: document.digest };
}
