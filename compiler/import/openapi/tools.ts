/** The tools of one server: names, connections and documents of the operations that were chosen. */
import type { OnStep } from '../../steps.ts';
import type { ImportedDocument } from '../imported.ts';
import { connectionsFor } from './connections.ts';
import type { Connection, Connections } from './connections.ts';
import { createEnvironment } from './environment.ts';
import type { Environment } from './environment.ts';
import type { Losses } from './losses.ts';
import { nameTools } from './names.ts';
import type { Operation } from './operations.ts';
import type { OpenapiOptions } from './options.ts';
import type { Follow } from './pointers.ts';
import { hasList } from './responses.ts';
import type { SchemaReader } from './schemas.ts';
import { titleOf } from './server.ts';
import { responseContext, toolOf } from './tool.ts';
import type { RawNode } from './values.ts';

/** A document that is read, with what all its operations share. */
export interface Reading {
  readonly root: RawNode;
  readonly isSwagger: boolean;
  readonly follow: Follow;
  readonly reader: SchemaReader;
  readonly source: string;
  readonly options: OpenapiOptions;
  readonly losses: Losses;
  /** Names of tools, which are unique in a project. */
  readonly taken: Set<string>;
  readonly onStep: OnStep | undefined;
}

export interface MadeTool {
  readonly operation: Operation;
  readonly document: Omit<ImportedDocument, 'file'>;
}

interface MadeTools {
  /** Made one after the other and only once: the costs of a large document need none of them for long. */
  readonly tools: Iterable<MadeTool>;
  /** What the tools made so far need. */
  readonly environment: Environment;
  readonly used: () => Connections['all'];
}

export function toolDocuments(operations: readonly Operation[], server: string, reading: Reading): MadeTools {
  const { root, isSwagger, follow, reader, source, options, losses, onStep } = reading;
  const environment = createEnvironment();
  const context = { root, isSwagger, follow, reader, server, environment, losses };
  const base = options.base_url === undefined ? {} : { base: options.base_url };
  const connections = connectionsFor(operations, {
    root,
    follow,
    server,
    title: titleOf(root),
    source,
    environment,
    ...base,
  });
  const isList = (operation: Operation): boolean => hasList(operation, responseContext(operation, context));
  const names = nameTools(operations, { server, isList }, reading.taken);
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
  return {
    tools: tools(),
    environment,
    used: () => connections.all.filter((connection) => used.has(connection)),
  };
}
