/** Behavior `handler:`: a function that the author writes. */
import { text } from '../shape/build.ts';
import * as form from '../shape/form.ts';
import { HANDLER_FILE } from '../shape/names.ts';
import { behavior } from './behavior.ts';

const shape = text(
  'A TypeScript file next to the spec that exports a function for this tool. The function can send requests to the connections with `call.request`. Haft adds a stub for a missing function and changes nothing else. The file can start itself as a worker thread (import.meta.url); no server runs there.',
  { pattern: HANDLER_FILE },
);

export const handler = behavior<'handler', string>({
  key: 'handler',
  shape,
  isCode: true,
  notShown: 'The code of a handler decides what is sent.',
  failureKeys: [],
  steps: () => [],
  result: () => undefined,
  problems: () => [],
  contradiction: () => undefined,
  nameMapping: () => undefined,
  unsent: () => undefined,
  plan: (_file, { exportName }) => ({ kind: 'handler', export: exportName }),
  write: (_planned, handlerFile) => handlerFile,
  contractForm: form.map({ export: form.text }),
  // Its code decides: `call.content`.
  blocks: () => 'sometimes',
  // The name of the function follows from that of the tool.
  change: undefined,
});
