/** Forms at a terminal: the questions of a tool, and what the user writes. */
import { type Json, type JsonObject, isObject } from '../language/json.ts';
import { compileSchemaWith } from '../language/validate.ts';
import { failure } from '../server/failure.ts';
import { readableText } from '../server/message-text.ts';
import type { PutForm } from './live.ts';
import { type FormParams, OTHER_CLIENT, choicesOf, fieldSchema } from './question.ts';

/** Writes the question and reads one line; undefined at the end of the input. */
type ReadAnswer = (question: string, signal: AbortSignal) => Promise<string | undefined>;

/** `read`: absent without a terminal. `yes`: what a tool asks to confirm is confirmed. */
export function formsOnTerminal(read: ReadAnswer | undefined, yes: boolean): PutForm {
  return async (form, signal, confirms) => {
    if (confirms && yes) return accept({ confirm: true });
    if (!read) return failure('cannot_ask', 'There is no terminal to ask on.', OTHER_CLIENT);
    if (!confirms) return readForm(form, (question) => read(question, signal));
    const reply = await read(`${readableText(form.message)} [y/N] `, signal);
    return reply === undefined ? { action: 'cancel' } : accept({ confirm: /^y(?:es)?$/i.test(reply.trim()) });
  };
}

function accept(content: JsonObject): JsonObject {
  return { action: 'accept', content };
}

type Read = (question: string) => Promise<string | undefined>;

async function readForm({ message, requestedSchema }: FormParams, read: Read): Promise<JsonObject> {
  const { properties, required } = requestedSchema;
  const content: Record<string, Json> = {};
  let before = `${readableText(message)}\n`;
  for (const [name, field] of Object.entries(isObject(properties) ? properties : {})) {
    const isRequired = Array.isArray(required) && required.includes(name);
    const value = await readField(name, Object(field), isRequired, (question) => read(before + question));
    before = '';
    if (value === null) return { action: 'cancel' };
    if (value !== undefined) content[name] = value;
  }
  return accept(content);
}

/** Until it fits; null at the end of the input, undefined for what is left out. */
async function readField(
  name: string,
  field: JsonObject,
  isRequired: boolean,
  read: Read,
): Promise<Json | null | undefined> {
  const { title = name, description, default: preset } = field;
  const choices = choicesOf(field);
  const schema = fieldSchema(field);
  const check = compileSchemaWith(schema, schema, undefined);
  const label = readableText(`${String(title)}${description === undefined ? '' : ` - ${String(description)}`}`);
  const more = [
    ...(choices.length > 0 ? [choices.join(' | ')] : []),
    ...(preset === undefined ? [] : [`default ${JSON.stringify(preset)}`]),
  ];
  let question = `${label}${more.length > 0 ? ` (${readableText(more.join('; '))})` : ''}: `;
  for (;;) {
    const text = (await read(question))?.trim();
    if (text === undefined) return null;
    if (text === '' && preset !== undefined) return preset;
    if (text === '' && !isRequired) return undefined;
    const checked = check(valueOf(text, field));
    if (!('issues' in checked)) return checked.value;
    question = `${readableText(checked.issues.map((one) => one.message).join(' '))}\n${label}: `;
  }
}

/** What does not read as the type stays text, which the check rejects. */
function valueOf(text: string, { type }: JsonObject): Json {
  if (type === 'array') return text.split(',').map((one) => one.trim());
  if (type === 'boolean') return /^(?:y|yes|true)$/i.test(text) || (/^(?:n|no|false)$/i.test(text) ? false : text);
  const isNumber = (type === 'integer' || type === 'number') && /^-?\d+(?:\.\d+)?$/.test(text);
  return isNumber ? Number(text) : text;
}
