/** Optional parts of requests of `http` tools. */
import type { ConnectionDescriptor, HttpStep } from '../../descriptor/descriptor.ts';
import type { PairStyle } from '../../descriptor/http-descriptor.ts';
import type { Json, JsonObject } from '../../language/json.ts';
import type { TemplateScope } from '../../language/template.ts';
import type { QueryPairs } from './pairs.ts';

/** Writes lists and objects as pairs. */
export interface FormParts {
  readonly pairsOf: (name: string, value: Json | undefined, style?: PairStyle, join?: string) => QueryPairs;
  readonly compileForm: (form: JsonObject, style: PairStyle | undefined) => (scope: TemplateScope) => QueryPairs;
}

/** Reads the templates of a body once. */
export type CompileContent = (
  step: HttpStep,
  forms: () => FormParts,
) => (scope: TemplateScope) => { readonly type: string; readonly text: string } | undefined;

/** Adds the credentials of a connection, or of its address, to the headers of a request. */
export type Authenticate = (url: URL, connection: ConnectionDescriptor, scope: TemplateScope, fields: Headers) => void;

export function needsLogin({ username, password }: URL, { auth }: ConnectionDescriptor): boolean {
  return auth?.basic !== undefined || username + password !== '';
}

/** Each throws where the server does not include it. */
export interface RequestParts {
  readonly forms: () => FormParts;
  readonly content: () => CompileContent;
  readonly login: () => Authenticate;
}
