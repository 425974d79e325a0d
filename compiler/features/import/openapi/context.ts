/** What the parts of an import share: the document, the server that is made of it, and one of its operations. */
import type { OnStep } from '../../../base/progress.ts';
import type { DeclaredVariables } from '../environment.ts';
import type { Losses } from './losses.ts';
import type { Operation } from './operations.ts';
import type { OpenapiOptions } from './options.ts';
import type { Follow } from './pointers.ts';
import type { Lose } from './scalars.ts';
import type { SchemaReader } from './schemas.ts';
import type { RawNode } from './values.ts';

export interface DocumentContext {
  readonly root: RawNode;
  readonly isSwagger: boolean;
  readonly follow: Follow;
  readonly reader: SchemaReader;
  /** Path or address of the document. */
  readonly source: string;
  /** Of the service. */
  readonly title: string;
  readonly options: OpenapiOptions;
  readonly losses: Losses;
  /** Names of tools, which are unique in a project. */
  readonly taken: Set<string>;
  readonly onStep: OnStep | undefined;
}

export interface ServerContext extends DocumentContext {
  /** Its name. */
  readonly server: string;
  readonly environment: DeclaredVariables;
}

export interface SentKey {
  readonly place: string;
  readonly name: string;
}

export interface OperationContext extends ServerContext {
  readonly operation: Operation;
  /** The credentials that the connection sends. */
  readonly keys: readonly SentKey[];
  readonly lose: Lose;
}
