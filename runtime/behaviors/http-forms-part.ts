/** The part of `http` tools that writes lists and objects as pairs. */
import type { PairStyle } from '../http-descriptor.ts';
import type { Json, JsonObject } from '../language/json.ts';
import type { Scope } from '../language/template.ts';
import type { Pairs } from './http-pairs.ts';

export interface FormParts {
  readonly pairsOf: (name: string, value: Json | undefined, style?: PairStyle, join?: string) => Pairs;
  readonly compileForm: (form: JsonObject, style: PairStyle | undefined) => (scope: Scope) => Pairs;
}
