/** What the page of `haft try` and its process say to each other: one request and one response for each path. */
import type { Json, JsonObject } from '@haft/runtime/language';

/** A tool is named `server/tool`. No message has a path, a command, an address or a variable. */
export interface TryRequests {
  readonly '/api/tools': Record<never, never>;
  readonly '/api/tool': { readonly tool: string };
  readonly '/api/preview': { readonly tool: string; readonly arguments: JsonObject };
  /** `agreed`: the person in front of the page wants the effect. */
  readonly '/api/call': { readonly tool: string; readonly arguments: JsonObject; readonly agreed: boolean };
  /** The value at a pointer of an answer becomes a field of `result:`. */
  readonly '/api/pick': { readonly answer: number; readonly pointer: string; readonly field: string };
  readonly '/api/undo': Record<never, never>;
  readonly '/api/record': { readonly answer: number };
  /** Waits until the specs differ from those of the version. */
  readonly '/api/changed': { readonly version: number };
}

export interface TryResponses {
  readonly '/api/tools': { readonly version: number; readonly tools: readonly ListedTool[]; readonly problem?: string };
  readonly '/api/tool': ShownTool;
  readonly '/api/preview': { readonly text: string };
  readonly '/api/call': TriedCall | { readonly ask: string };
  readonly '/api/pick': { readonly says: string };
  readonly '/api/undo': { readonly says: string };
  readonly '/api/record': { readonly says: string };
  readonly '/api/changed': { readonly version: number };
}

export type TryPath = keyof TryRequests;

export interface ListedTool {
  /** `server/tool` */
  readonly name: string;
  readonly title: string;
  readonly effect: string;
}

export interface ShownTool {
  readonly name: string;
  /** As the model reads it. */
  readonly description: string;
  readonly effect: string;
  /** `specs/shop.yaml:12` */
  readonly place: string;
  readonly parameters: readonly Field[];
  /** Fields of `result:`, with their pointers where they are pointers. */
  readonly result: Readonly<Record<string, Json>>;
  /** Whether an answer can be picked from. */
  readonly mapped: boolean;
  /** Arguments of recorded calls. */
  readonly recorded: readonly JsonObject[];
  /** Path of the page that hosts show; absent for a tool without `view:`. */
  readonly view?: string;
  /** A result that is shown before any call. */
  readonly given?: JsonObject;
}

export interface Field {
  readonly name: string;
  readonly description: string;
  readonly type: string;
  readonly required: boolean;
  readonly values?: readonly Json[];
  readonly preset?: Json;
}

export interface TriedCall {
  /** Number of the answer, for the requests that use it; absent where nothing can be picked or recorded. */
  readonly answer?: number;
  readonly success: boolean;
  /** As a model gets it. */
  readonly result: JsonObject;
  /** What `result:` reads; absent where there was no answer. */
  readonly source?: Json;
  readonly milliseconds: number;
}
