/** What requests send: JSON, text, forms and multipart bodies. */
import { tryBase64 } from '../../language/encoding.ts';
import { type Json, type JsonObject, isObject, ownMember, MAX_BYTES } from '../../language/json.ts';
import {
  type TemplateScope,
  compileBody,
  parseTemplate,
  renderText,
  renderValue,
  textOf,
  toText,
} from '../../language/template.ts';
import { type CompileContent, type QueryPairs, encodePairs, repeatedPairs } from './request.ts';
import type { MultipartFile, PairStyle } from '../../descriptor/http-descriptor.ts';
import { type ToolFailure, failure, isFailure } from '../../server/failure.ts';
import { readInside } from '../file/inside.ts';
import type { BuildMultipart } from './parts.ts';
import { mediaTypeOf } from '../shared/read-bytes.ts';

/** The body of a request: JSON, text or a form. */
export const compileContent: CompileContent = ({ json, text, separator, form, style }, forms) => {
  if (form !== undefined) {
    const pairs = forms().compileForm(form, style);
    return (scope) => ({ type: 'application/x-www-form-urlencoded', text: encodePairs(pairs(scope)) });
  }
  if (json !== undefined) {
    const body = compileBody(json);
    return (scope) => {
      const value = body(scope);
      return value === undefined ? undefined : { type: 'application/json', text: JSON.stringify(value) };
    };
  }
  if (text === undefined) return () => undefined;
  const template = parseTemplate(text);
  return (scope) => {
    const rendered = renderText(template, scope, (value) => toText(value, separator));
    return 'text' in rendered ? { type: 'text/plain; charset=utf-8', text: rendered.text } : undefined;
  };
};

/** The pairs of one value: none without a value, several for a list, or for an object in a style with brackets. */
export function pairsOf(name: string, value: Json | undefined, style: PairStyle = 'repeat', join?: string): QueryPairs {
  if (value === undefined || value === null) return [];
  const isNested = style === 'brackets' || style === 'indices';
  if (Array.isArray(value)) {
    const items: readonly Json[] = value.filter((item) => item !== null);
    const separator = join ?? (style === 'comma' ? ',' : undefined);
    if (separator !== undefined) return items.length === 0 ? [] : [[name, toText(items, separator)]];
    if (!isNested) return repeatedPairs(name, items);
    return items.flatMap((item, at) => pairsOf(`${name}[${style === 'indices' ? at : ''}]`, item, style));
  }
  if (!isNested || !isObject(value)) return [[name, toText(value)]];
  return Object.entries(value).flatMap(([key, member]) => pairsOf(`${name}[${key}]`, member, style));
}

/** The pairs of a form whose fields are templates as in a JSON body. */
export function compileForm(form: JsonObject, style: PairStyle | undefined): (scope: TemplateScope) => QueryPairs {
  const fields = Object.entries(form).map(([name, value]) => ({ name, body: compileBody({ value }) }));
  return (scope) => {
    return fields.flatMap(({ name, body }) => {
      const rendered = body(scope);
      return pairsOf(name, isObject(rendered) ? ownMember(rendered, 'value') : undefined, style);
    });
  };
}

interface FilePart {
  readonly bytes: Uint8Array;
  readonly name: string;
}

/** `multipart:` of `http` tools (RFC 7578): a field or file without a value is left out; a list repeats its field. */
export function compileMultipart(fields: Readonly<Record<string, string | MultipartFile>>): BuildMultipart {
  return async (scope, signal) => {
    const form = new FormData();
    for (const [name, field] of Object.entries(fields)) {
      if (typeof field === 'string') {
        const value = renderValue(parseTemplate(field), scope);
        for (const [, text] of repeatedPairs(name, value)) form.append(name, text);
        continue;
      }
      const file = await fileOf(field, scope, signal);
      if (isFailure(file)) return file;
      if (file !== undefined) form.append(name, blobOf(file, field, scope), file.name);
    }
    return form;
  };
}

function blobOf({ bytes, name }: FilePart, { type }: MultipartFile, scope: TemplateScope): Blob {
  return new Blob([new Uint8Array(bytes)], { type: type === undefined ? mediaTypeOf(name) : textOf(type, scope) });
}

async function fileOf(
  field: MultipartFile,
  scope: TemplateScope,
  signal: AbortSignal,
): Promise<FilePart | ToolFailure | undefined> {
  const { base64, text, folder, path } = field;
  const source = renderText(parseTemplate(base64 ?? text ?? path ?? ''), scope);
  if ('absent' in source) return undefined;
  const named = field.name === undefined ? '' : textOf(field.name, scope);
  if (folder !== undefined) {
    const { max_bytes = MAX_BYTES } = field;
    const bytes = await readInside({ folder: textOf(folder, scope), path: source.text, max_bytes, signal });
    return isFailure(bytes) ? bytes : { bytes, name: named || (source.text.split(/[/\\]/).at(-1) ?? '') };
  }
  const bytes = base64 === undefined ? new TextEncoder().encode(source.text) : tryBase64(source.text);
  return bytes === undefined ? badBase64() : { bytes, name: named || 'file' };
}

function badBase64(): ToolFailure {
  return failure(
    'invalid_arguments',
    'The content of the file is not valid Base64.',
    'Encode the bytes as Base64 and call the tool again.',
  );
}
