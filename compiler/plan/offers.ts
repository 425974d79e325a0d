/** What a server offers besides tools, planned: its files by their hashes, which a contract has. */
import type { JsonObject } from '@haft/runtime';
import { askForm } from '../check/documents/asking.ts';
import type { IconSpec, PromptMessageSpec, PromptSpec, ResourceSpec } from '../check/documents/offers.ts';
import type { ServerPart, SkillFile } from '../check/model.ts';
import { withOfferCases } from '../check/analysis/evals/offers.ts';
import { type ValueForm, flag, list, map, mapOf, anything, oneOf, text } from '../spec/shape/form.ts';
import { utf8Text } from '../base/text/utf8.ts';
import { fileHash } from './hash.ts';

/** A file next to the spec, with its hash; empty where it is missing, which a project can allow. */
interface FilePlan {
  readonly file: string;
  readonly sha256: string;
}

export type IconPlan = IconSpec & FilePlan;

interface Shown {
  readonly icons?: readonly IconPlan[];
  readonly meta?: JsonObject;
}

export interface PromptPlan extends Omit<PromptSpec, 'name' | 'arguments' | 'messages' | 'icons' | 'meta'>, Shown {
  readonly name: string;
  readonly arguments?: NonNullable<PromptSpec['arguments']>;
  readonly messages: readonly PromptMessagePlan[];
}

type PromptMessagePlan = PromptMessageSpec & Partial<FilePlan>;

export type ResourcePlan = Omit<ResourceSpec, 'icons' | 'meta'> & Shown & Partial<FilePlan>;

/** In the order of the author; absent where there are none. */
export interface Offers {
  readonly prompts?: readonly PromptPlan[];
  readonly resources?: readonly ResourcePlan[];
  readonly icons?: readonly IconPlan[];
}

/** The same server where its spec offers nothing. `isSent`: whether a case of haft.yaml may send something of it. */
export function withOffers<S extends Offers>(
  server: S,
  { spec, file, tools }: ServerPart,
  files: readonly SkillFile[],
  isSent: boolean,
): S {
  const { prompts, resources, icons } = spec;
  if (!(prompts ?? resources ?? icons)) return server;
  const folder = file.slice(0, file.lastIndexOf('/') + 1);
  const bytesOf = (named: string): Uint8Array | undefined => files.find(({ path }) => path === folder + named)?.bytes;
  const hashed = <T extends { readonly file?: string }>(one: T): T & Partial<FilePlan> => {
    if (one.file === undefined) return one;
    const bytes = bytesOf(one.file);
    return { ...one, file: one.file, sha256: bytes ? fileHash(bytes) : '' };
  };
  const iconPlan = (icon: IconSpec): IconPlan => hashed(icon) as IconPlan;
  const withIcons = <T extends { readonly icons?: readonly IconSpec[] }>(one: T): Omit<T, 'icons'> & Shown => {
    const { icons: own, ...rest } = one;
    return { ...rest, ...(own && { icons: own.map(iconPlan) }) };
  };
  const planned = {
    ...server,
    ...(prompts && {
      prompts: prompts.map((one): PromptPlan => {
        const { messages = [], ...rest } = withIcons(one);
        const written = typeof messages === 'string' ? [{ text: messages }] : messages;
        return { ...rest, name: one.name ?? one.skill ?? '', messages: written.map(hashed) };
      }),
    }),
    ...(resources && { resources: resources.map((one): ResourcePlan => hashed(withIcons(one))) }),
    ...(icons && { icons: icons.map(iconPlan) }),
  };
  return isSent || withOfferCases(tools).length > 0 ? { ...planned, texts: textsOf(planned, bytesOf) } : planned;
}

/** Of the files that cases may send; without those that are no text. */
function textsOf(
  { prompts = [], resources = [] }: Offers,
  bytesOf: (file: string) => Uint8Array | undefined,
): Readonly<Record<string, string>> {
  const named = [...resources, ...prompts.flatMap(({ messages }) => messages)].flatMap(({ file }) => file ?? []);
  const texts = named.map((file) => [file, utf8Text(bytesOf(file) ?? new Uint8Array())] as const);
  return Object.fromEntries(texts.flatMap(([file, text]) => (text === undefined ? [] : [[file, text]])));
}

const icon = map({ file: text, sha256: text }, { theme: text });
const display = { title: text, description: text, icons: list(icon), meta: mapOf(anything) };
const values = list(text);
const argument = map({ description: text }, { title: text, required: flag, complete: values });
const message = map({}, { role: oneOf('user', 'assistant'), text, file: text, sha256: text, resource: text });

/** Their forms in a contract. */
export const offerForms: Readonly<Record<'prompts' | 'resources' | 'icons', ValueForm>> = {
  prompts: list(
    map({ name: text, messages: list(message) }, { ...display, skill: text, arguments: mapOf(argument), ask: askForm }),
  ),
  resources: list(
    map(
      { uri: text, name: text },
      { ...display, mime_type: text, file: text, sha256: text, tool: text, pointer: text, complete: mapOf(values) },
    ),
  ),
  icons: list(icon),
};
