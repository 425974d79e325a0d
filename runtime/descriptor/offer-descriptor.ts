/** What a server offers besides tools: prompts, which users choose, and resources, which hosts read. */
import type { JsonObject } from '../language/json.ts';

/** A prompt as clients list it, and its messages. */
export interface PromptDescriptor {
  readonly name: string;
  readonly title?: string;
  readonly description?: string;
  readonly arguments?: readonly PromptArgument[];
  readonly icons?: readonly JsonObject[];
  readonly _meta?: JsonObject;
  /** Required arguments that the user is asked for where they are not given, as `ask` of tools. */
  readonly ask?: readonly (string | Readonly<Record<string, string>>)[];
  /** The text of one is a template over the arguments; a message without text is left out. */
  readonly messages: readonly PromptMessage[];
}

export interface PromptArgument {
  readonly name: string;
  readonly title?: string;
  readonly description?: string;
  readonly required?: boolean;
  /** Values that clients suggest. */
  readonly complete?: readonly string[];
}

export interface PromptMessage {
  readonly role: 'user' | 'assistant';
  /** A content block of MCP. */
  readonly content: JsonObject;
}

/** A resource as clients list it, and where its content is: in `text` or `blob`, or in the result of `tool`. */
export interface ResourceDescriptor {
  /** With variables (`{name}`) it is a template of URIs. */
  readonly uri: string;
  readonly name: string;
  readonly title?: string;
  readonly description?: string;
  readonly mimeType?: string;
  /** Bytes. */
  readonly size?: number;
  readonly icons?: readonly JsonObject[];
  readonly _meta?: JsonObject;
  readonly text?: string;
  /** Base64. */
  readonly blob?: string;
  /** Its arguments are the variables of the URI. */
  readonly tool?: string;
  /** RFC 6901, into the data of that tool; all of it where absent. */
  readonly pointer?: string;
  /** Variables that the tool takes as numbers. */
  readonly numbers?: readonly string[];
  /** Values that clients suggest, by variable. */
  readonly complete?: Readonly<Record<string, readonly string[]>>;
}

/** What a server offers of its own, not of its upstreams. */
export interface OfferedParts {
  readonly prompts?: readonly PromptDescriptor[];
  readonly resources?: readonly ResourceDescriptor[];
  readonly icons?: readonly JsonObject[];
}

/** What a tool asks the user before its work. */
export interface AskingParts {
  /** It works only where the user can be asked. */
  readonly requires?: 'elicitation';
  /** What the user must confirm: a template over the arguments. `otherwise`: where the client cannot ask. */
  readonly confirm?: string | { readonly message: string; readonly otherwise?: 'refuse' | 'proceed' };
  /** Parameters that the user is asked for where the model leaves them out, also with the question. */
  readonly ask?: readonly (string | Readonly<Record<string, string>>)[];
}
