/** Emitter `in-process`: a module that opens a server in the process that imports it, with what the SDKs of models take. */
import { memoizeBy } from '../../base/memo.ts';
import type { ServerPlan } from '../../plan/model.ts';
import { type Emitter, textFile } from '../emitter.ts';
import type { OutputFile } from '../output-file.ts';
import { inProcessTypes } from '../server/in-process-types.ts';
import { inProcessMjs } from '../server/server-mjs.ts';

export const inProcess: Emitter = {
  id: 'in-process',
  title: 'Tools in your process',
  of: 'server',
  standard: false,
  paths: [
    ['servers/<name>/in-process.mjs', 'opens the server for calls without MCP, and adapts its tools to SDKs of models'],
    ['servers/<name>/in-process.d.mts', 'the types of its tools, arguments and results'],
  ],
  files: memoizeBy((server: ServerPlan): OutputFile[] => {
    const folder = `servers/${server.name}`;
    return [
      inProcessMjs(server, `${folder}/in-process.mjs`),
      textFile(`${folder}/in-process.d.mts`, server.source, () => inProcessTypes(server)),
    ];
  }),
};
