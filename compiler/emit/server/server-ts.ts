/** `server.ts`: the entry for people who bundle or run the server with their own tools. */
import type { ServerPlan } from '../../plan/model.ts';
import { ts } from '../code.ts';
import { handlerImports } from './handler-imports.ts';
import { header } from './header.ts';

/** `toProject` leads from the server's folder to the project. */
export function serverTs(server: ServerPlan, toProject: string): string {
  const { imports, object } = handlerImports(server, toProject);
  if (imports.length === 0) {
    return (
      header(server.source) +
      ts`
import { serve } from '@haft/runtime';
import { server } from './tools.ts';

serve(server, {});
`
    );
  }
  return (
    header(server.source) +
    ts`
import '@haft/runtime/guard';
import { serve } from '@haft/runtime';
${imports}
import { server } from './tools.ts';
import type { Handlers } from './tools.ts';

const handlers: Handlers = ${object};

serve(server, handlers);
`
  );
}
