/** The tools of one server: names, connections and documents of the operations that were chosen. */
import type { ImportedDocument } from '../imported.ts';
import { nameTools } from '../tool-names.ts';
import { connectionsFor } from './connections.ts';
import type { Connection } from './connections.ts';
import type { ServerContext } from './context.ts';
import type { Operation } from './operations.ts';
import { hasList } from './responses.ts';
import { toolOf } from './tool.ts';

export interface MadeTool {
  readonly operation: Operation;
  readonly document: Omit<ImportedDocument, 'file'>;
}

interface MadeTools {
  /** Made one after the other and only once: the costs of a large document need none of them for long. */
  readonly tools: Iterable<MadeTool>;
  /** Connections that the tools made so far need. */
  readonly used: () => readonly Connection[];
}

export function toolDocuments(operations: readonly Operation[], context: ServerContext): MadeTools {
  const { server, taken, onStep } = context;
  const connections = connectionsFor(operations, context);
  const isList = (operation: Operation): boolean => hasList(operation, context);
  const names = nameTools(operations, { server, isList }, taken);
  const used = new Set<Connection>();
  function* tools(): Iterable<MadeTool> {
    for (const [done, operation] of operations.entries()) {
      onStep?.('importing', done, operations.length, 'operations');
      const connection = connections.of(operation);
      const document = toolOf(operation, names.get(operation.from) ?? 'call_service', connection, context);
      if (document === undefined) continue;
      used.add(connection);
      yield { operation, document };
    }
  }
  return { tools: tools(), used: () => connections.all.filter((connection) => used.has(connection)) };
}
