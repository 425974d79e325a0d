/** What the parts of an import share: the document, the server that is made of it, one of its operations, and what is lost. */
import type { OnStep } from '../../../base/progress.ts';
import type { YamlComment } from '../../../spec/yaml/print-value.ts';
import type { Loss } from '../imported.ts';
import { loss, todo } from '../builders.ts';
import type { DeclaredVariables } from '../literal.ts';
import type { Operation } from './operations.ts';
import type { OpenapiOptions } from './select.ts';
import type { Follow } from './pointers.ts';
import type { Lose } from './scalars.ts';
import type { SchemaReader } from './schemas.ts';
import type { RawNode } from './values.ts';

export interface DocumentRoot {
  readonly root: RawNode;
  readonly isSwagger: boolean;
  readonly follow: Follow;
}

export interface DocumentContext extends DocumentRoot {
  readonly reader: SchemaReader;
  /** Path or address of the document. */
  readonly source: string;
  /** Of the service. */
  readonly title: string;
  readonly options: OpenapiOptions;
  readonly losses: Losses;
  /** Names of tools, which are unique in a project. */
  readonly inUse: Set<string>;
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

/** Why an operation cannot be a tool. */
export type OperationSkip = Pick<Loss, 'subject' | 'message' | 'hint'>;

export type Losses = ReturnType<typeof createLosses>;

export function createLosses() {
  const all = new Map<string, Loss>();
  const add = (kind: Loss['kind'], from: string, subject: string, said: string, hint: string): void => {
    // There is no document that a reader could look at.
    const message = kind === 'skipped' ? `${from} is not imported. ${said}` : said;
    const key = JSON.stringify([kind, subject, from, message]);
    if (!all.has(key)) all.set(key, loss(kind, from, subject, message, hint));
  };
  return {
    add,
    /** Adds what is expressed differently or not at all. */
    of:
      (from: string): Lose =>
      (subject, message, hint = 'Compare the tool with the document.') =>
        add('lossy', from, subject, message, hint),
    /** Adds something to decide; the comment at its place is returned. */
    todo(...[from, subject, path, message, hint]: Parameters<typeof todo>): YamlComment {
      add('todo', from, subject, message, hint);
      return todo(from, subject, path, message, hint).note;
    },
    all: (): readonly Loss[] => [...all.values()],
  };
}

/** To find out only what tools cost. */
export const NO_LOSSES: Losses = {
  add: () => undefined,
  of: () => () => undefined,
  todo: (...parts) => todo(...parts).note,
  all: () => [],
};
