/** Prompts, resources and icons of a server → their descriptors, with the content of files in them. */
import type { JsonObject, PromptDescriptor, PromptMessage, ResourceDescriptor, ServerDescriptor } from '@haft/runtime';
import { mainType, ownMember, uriVariables } from '@haft/runtime/language';
import { withoutUndefined } from '../../base/json.ts';
import type { ServerPlan, SkillPlan, ToolPlan } from '../../plan/model.ts';
import { skillBody } from '../../plan/skill-body.ts';
import type { IconPlan, PromptPlan, ResourcePlan } from '../../plan/offers.ts';
import { type CarriedFiles, fileContent } from '../skill/served.ts';

type Offered = Pick<ServerDescriptor, 'prompts' | 'resources' | 'icons'>;

/** What a file is read with. */
interface Sources {
  readonly server: ServerPlan;
  readonly skills: readonly SkillPlan[];
  readonly carried: CarriedFiles;
}

/** The same server with `offered`, where it has something to offer. */
export function withOffered(server: ServerPlan, skills: readonly SkillPlan[], carried: CarriedFiles): ServerPlan {
  const { prompts, resources, icons } = server;
  if (!hasOffers(server)) return server;
  const sources = { server, skills, carried };
  const offered: Offered = {
    ...(prompts && { prompts: prompts.flatMap((prompt) => promptDescriptor(prompt, sources) ?? []) }),
    ...(resources && { resources: resources.flatMap((one) => resourceDescriptor(one, sources) ?? []) }),
    ...(icons && { icons: iconsOf(icons, sources) }),
  };
  return { ...server, offered };
}

export function hasOffers({ prompts, resources, icons }: ServerPlan): boolean {
  return (prompts ?? resources ?? icons) !== undefined;
}

/** Whether clients get suggestions. */
export function completes({ prompts = [], resources = [], tools }: ServerPlan): boolean {
  return (
    prompts.some(({ arguments: args = {} }) => Object.values(args).some(({ complete }) => complete)) ||
    resources.some((one) => Object.keys(completeOf(one, tools)).length > 0)
  );
}

/** Undefined where its skill is missing, which a project can allow. */
function promptDescriptor(prompt: PromptPlan, sources: Sources): PromptDescriptor | undefined {
  const { name, title, description, arguments: args, skill, messages, ask } = prompt;
  if (skill !== undefined) {
    const skillPlan = sources.skills.find((one) => one.name === skill);
    return skillPlan && skillPrompt(prompt, skillPlan, sources);
  }
  const declared = Object.entries(args ?? {}).map(([key, one]) => ({ name: key, ...one }));
  return {
    name,
    ...withoutUndefined({ title, description, arguments: declared.length > 0 ? declared : undefined }),
    ...shownMembers(prompt, sources),
    ...withoutUndefined({ ask }),
    messages: messages.flatMap((one) => messageOf(one, sources)),
  };
}

const REQUEST = 'request';

/** The body of its SKILL.md, and what the user wants. */
function skillPrompt(prompt: PromptPlan, skill: SkillPlan, sources: Sources): PromptDescriptor {
  const does = skill.description.parts.find(({ part }) => part === 'does')?.text ?? skill.description.text;
  const text = (one: string): PromptMessage => ({ role: 'user', content: { type: 'text', text: one } });
  return {
    name: prompt.name,
    title: prompt.title ?? skill.title,
    description: prompt.description ?? does,
    arguments: [{ name: REQUEST, description: 'What to do.' }],
    ...shownMembers(prompt, sources),
    // In the body no brace begins a variable.
    messages: [text(skillBody(skill).replaceAll(/[{}]/g, '$&$&')), text(`{${REQUEST}}`)],
  };
}

function messageOf(
  { role = 'user', text, file, resource }: PromptPlan['messages'][number],
  sources: Sources,
): PromptMessage[] {
  if (text !== undefined) return [{ role, content: { type: 'text', text } }];
  const resourcePlan = sources.server.resources?.find(({ uri }) => uri === resource);
  const content = contentIn(file ?? resourcePlan?.file, sources);
  if (!content) return [];
  const { mimeType: named, text: own, blob = '' } = content;
  const mimeType = resourcePlan?.mime_type ?? named;
  const kind = /^(image|audio)\//.exec(mimeType)?.[1];
  if (kind !== undefined && resourcePlan === undefined && own === undefined)
    return [{ role, content: { type: kind, data: blob, mimeType } }];
  const uri = resourcePlan?.uri ?? `file:///${file ?? ''}`;
  const embedded = { uri, mimeType, ...(own === undefined ? { blob } : { text: own }) };
  return [{ role, content: { type: 'resource', resource: embedded } }];
}

/** Undefined where it would have no content. */
function resourceDescriptor(resource: ResourcePlan, sources: Sources): ResourceDescriptor | undefined {
  const { uri, name, title, description, mime_type: named, file, tool, pointer } = resource;
  const content = contentIn(file, sources);
  if (!content && tool === undefined) return undefined;
  const { size, text, blob } = content ?? {};
  const complete = completeOf(resource, sources.server.tools);
  const numbers = tool === undefined ? [] : numbersOf(tool, sources.server);
  return {
    uri,
    name,
    ...withoutUndefined({ title, description, mimeType: named ?? content?.mimeType, size }),
    ...shownMembers(resource, sources),
    ...withoutUndefined({ text, blob, tool, pointer }),
    ...(numbers.length > 0 && { numbers }),
    ...(Object.keys(complete).length > 0 && { complete }),
  };
}

/** Values of its variables; those of an enum where the author gives none. */
function completeOf(
  { uri, tool, complete = {} }: ResourcePlan,
  tools: readonly ToolPlan[],
): Record<string, readonly string[]> {
  const properties = tools.find(({ name }) => name === tool)?.inputSchema.properties ?? {};
  const entries = uriVariables(uri).map((name): [string, readonly string[]] => {
    const values = ownMember(complete, name) ?? ownMember(properties, name)?.enum ?? [];
    return [name, values.flatMap((value) => (typeof value === 'string' ? value : []))];
  });
  return Object.fromEntries(entries.filter(([, values]) => values.length > 0));
}

function numbersOf(tool: string, { tools }: ServerPlan): string[] {
  const properties = tools.find(({ name }) => name === tool)?.inputSchema.properties ?? {};
  return Object.entries(properties).flatMap(([name, schema]) =>
    ['integer', 'number'].includes(mainType(schema) ?? '') ? name : [],
  );
}

function shownMembers({ icons, meta }: Pick<PromptPlan, 'icons' | 'meta'>, sources: Sources) {
  return { ...(icons && { icons: iconsOf(icons, sources) }), ...(meta && { _meta: meta }) };
}

/** As `data:` URIs, which every host can show. */
function iconsOf(icons: readonly IconPlan[], sources: Sources): readonly JsonObject[] {
  return icons.flatMap(({ file, theme }) => {
    const content = contentIn(file, sources, 'bytes');
    if (!content) return [];
    const { mimeType, blob = '' } = content;
    return [{ src: `data:${mimeType};base64,${blob}`, mimeType, ...(theme && { theme }) }];
  });
}

/** Of a file next to the spec; undefined where there is none. */
function contentIn(file: string | undefined, { server, carried }: Sources, as?: 'bytes') {
  const path = server.source.slice(0, server.source.lastIndexOf('/') + 1) + (file ?? '');
  const bytes = file === undefined ? undefined : carried.get(path);
  return bytes && fileContent(path, bytes, as);
}
