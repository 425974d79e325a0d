/** Renaming: every mention in one step, and what callers rely on is not renamed. */
import { capital } from '../../spec/shape/place.ts';
import type { TextEdit } from '../../base/diagnostic.ts';
import { behaviorsOf } from '../../spec/behaviors/index.ts';
import { qualifiedName } from '../../check/tool-names.ts';
import { POLICY } from '../../versions/policy/index.ts';
import { plannedTool } from '../../plan/named-tools.ts';
import type { Desk } from './desk.ts';
import { type Thing, mentionsOf } from './mentions.ts';

/** Why a thing keeps its name: callers have it, or code that no edit reaches. */
export function whyFixed(desk: Desk, thing: Thing): string | undefined {
  const rule = releasedRule(desk, thing);
  const policy = POLICY.find(({ id }) => id === rule);
  if (!policy) return undefined;
  const step =
    thing.kind === 'tool'
      ? `Write the new name at the tool alone, and run \`haft bump --renamed ${thing.name}=<new name>\`: the old name stays as deprecated.`
      : 'Add one with a new name, and keep this one.';
  return `${capital(thing.kind)} "${thing.name}" is released. ${policy.says} ${policy.why} ${step}`;
}

/** The rule of versions that a renaming would break. */
function releasedRule({ released }: Desk, { kind, name, owner }: Thing): string | undefined {
  if (!released) return undefined;
  const servers = released.servers.map((server) => server.name);
  if (kind === 'server') return servers.includes(name) ? 'version/removed-without-deprecation' : undefined;
  if (kind === 'skill')
    return released.skills.some((skill) => skill.name === name) ? 'version/removed-without-deprecation' : undefined;
  const [server = '', tool = ''] = kind === 'parameter' ? owner.split('.') : [owner, name];
  const old = plannedTool(released, { server, tool });
  if (kind === 'tool') return old && 'version/removed-without-deprecation';
  const isListed = kind === 'parameter' && Object.hasOwn(old?.tool.inputSchema.properties ?? {}, name);
  return isListed ? 'version/breaking-in-place' : undefined;
}

/** All edits; a sentence where one cannot be made. */
export function renameEdits(desk: Desk, thing: Thing, to: string): readonly TextEdit[] | string {
  const mapping = thing.kind === 'parameter' ? mappingEdits(desk, thing, to) : [];
  if (typeof mapping === 'string') return mapping;
  return [...mentionsOf(desk, thing).map(({ span }) => ({ ...span, text: to })), ...mapping];
}

/** A behavior that passes arguments by their names goes on with the old one, where it can. */
function mappingEdits({ draft }: Desk, { name, owner }: Thing, to: string): readonly TextEdit[] | string {
  const part = draft.tools.find(
    ({ spec, server }) => qualifiedName({ server: server?.spec.name ?? '', tool: spec.name }) === owner,
  );
  if (!part) return `The tool of "${name}" has errors. Fix them first.`;
  const mappings = behaviorsOf(part.spec).map((one) => one.nameMapping({ from: name, to }));
  const edits = mappings.map((keys) =>
    keys?.map(({ path, key, value }) => part.edit({ kind: 'insert', path, key, value })),
  );
  const textEdits = edits.flatMap((all) => all ?? [undefined]).filter((edit) => edit !== undefined);
  const isWhole = edits.every((all) => all && !all.includes(undefined));
  return isWhole
    ? textEdits
    : `Code uses the parameter "${name}" by its name. Rename it there and in the spec by hand.`;
}
