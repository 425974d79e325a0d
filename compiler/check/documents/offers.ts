/** Shapes of what a server offers besides tools: prompts, which users choose, and resources, which hosts read. */
import { askShape } from './asking.ts';
import type { Json } from '@haft/runtime/language';
import { type Static, anything, byType, choice, flag, list, map, object, text } from '../../spec/shape/build.ts';
import {
  MEDIA_TYPE,
  META_KEY,
  PARAMETER_NAME,
  POINTER,
  RESOURCE_URI,
  SKILL_FILE,
  TOOL_NAME,
} from '../../spec/shape/names.ts';

const file = (description: string) =>
  text(`${description} A path under references/, scripts/ or assets/, next to the spec.`, { pattern: SKILL_FILE });

export const iconsShape = list(
  'Icons for hosts that show some: PNG, JPEG, WebP or SVG of at most 16 KB, compiled in.',
  object(
    'One icon.',
    { file: file('The picture.') },
    { theme: choice('The background that it is for.', ['light', 'dark']) },
  ),
  { minItems: 1 },
);

const metaShape = map(
  'Further data for hosts ("_meta"), under keys with a prefix.',
  anything<Json>('Any value.'),
  META_KEY,
);

const completeShape = (description: string) =>
  list(description, text('One value.'), { minItems: 1, uniqueItems: true });

const argumentShape = object(
  'An argument, which is always a text.',
  { description: text('What to give, for the user.') },
  {
    title: text('Display name.'),
    required: flag('Whether the prompt makes no sense without it.', { default: false }),
    complete: completeShape('Values that hosts suggest while the user types.'),
  },
);

const messageShape = object(
  'A message: exactly one of `text`, `file` and `resource`.',
  {},
  {
    role: choice('Who says it.', ['user', 'assistant'], { default: 'user' }),
    text: text('The text; arguments as {name}. A message without text, because an argument is not given, is left out.'),
    file: file('A picture, a sound, or a text that is attached.'),
    resource: text('URI of a resource of this server with a `file`, which is attached.'),
  },
);

export const promptShape = object(
  'A prompt, which a user chooses, such as a command of the host: a `skill`, or `messages` with a `name` and a `description`.',
  {},
  {
    skill: text('Name of a skill whose instructions are the prompt; its argument `request` is what the user wants.'),
    name: text('Name of the prompt. Default: the name of the skill.', { pattern: TOOL_NAME }),
    title: text('Display name.'),
    description: text('What the prompt does, for the user. Default: what the skill does.'),
    arguments: map('What the user fills in.', argumentShape, PARAMETER_NAME),
    messages: byType<string | readonly Static<typeof messageShape>[]>('One text, or a list of messages.', {
      string: text('The text; arguments as {name}.'),
      array: list('The messages, in order.', messageShape, { minItems: 1 }),
    }),
    ask: askShape,
    icons: iconsShape,
    meta: metaShape,
  },
);

export const resourceShape = object(
  'A resource, which a host reads by its URI: exactly one of `file` and `tool` has its content.',
  {
    uri: text('URI, such as notes://styles; with `tool` it can have variables: notes://note/{id}.', {
      pattern: RESOURCE_URI,
    }),
    name: text('A short name.'),
  },
  {
    title: text('Display name.'),
    description: text('What it has, for the user and the model.'),
    mime_type: text('Media type. Default: by the name of the file; text/plain or application/json of a tool.', {
      pattern: MEDIA_TYPE,
    }),
    file: file('The content, compiled into the server: at most 1 MB.'),
    tool: text('Name of a tool of this server that reads: its arguments are the variables of the URI.'),
    pointer: text('With `tool`: the part of its result that is the content. Default: the whole result, as JSON.', {
      pattern: POINTER,
    }),
    complete: map(
      'Values of variables that hosts suggest. Default: the `enum` of the parameter.',
      completeShape('The values of one variable.'),
      PARAMETER_NAME,
    ),
    icons: iconsShape,
    meta: metaShape,
  },
);

export type PromptSpec = Static<typeof promptShape>;
export type ResourceSpec = Static<typeof resourceShape>;
export type PromptMessageSpec = Static<typeof messageShape>;
export type IconSpec = Static<typeof iconsShape>[number];
