/** Renaming: every mention in one step, and what callers rely on is not renamed. */
import { capital } from '../../base/text/escape.ts';
import type { Diagnostic, TextEdit } from '../../base/diagnostic.ts';
import { behaviorsOf } from '../../spec/behaviors/index.ts';
import { offsetAfter } from '../../spec/yaml/apply-edits.ts';
import { qualifiedName } from '../../check/tool-names.ts';
import { POLICY } from '../../versions/policy/index.ts';
import { plannedTool } from '../../plan/named-tools.ts';
import { type Desk, toolNamed } from './desk.ts';
import { rangeOf } from './positions.ts';
import { type NameMention, type Thing, keyOfMention, keyOfThing, mentionsIn, mentionsOf } from './mentions.ts';

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

interface RenamePlan {
  readonly to: string;
  /** Several where they share a place through an anchor. */
  readonly things: readonly Thing[];
  readonly edits: readonly TextEdit[];
}

/** All edits; a sentence where one cannot be made. */
export function renaming(desk: Desk, thing: Thing, to: string): RenamePlan | string {
  const mentions = mentionsOf(desk, thing);
  const things = [...new Map(mentions.map((one) => [keyOfThing(one.thing), one.thing])).values()];
  const fixed = things.map((one) => whyFixed(desk, one)).find((why) => why !== undefined);
  if (fixed !== undefined) return fixed;
  const hidden = mentions.find(({ isWritten }) => !isWritten);
  if (hidden) return `"${thing.name}" has an escape at ${placeOf(hidden, desk)}. Write it without, and rename again.`;
  const mappings = things.map((one) => (one.kind === 'parameter' ? mappingEdits(desk, one, to) : []));
  const problem = mappings.find((one) => typeof one === 'string');
  if (typeof problem === 'string') return problem;
  const named = mentions.map(({ span }) => ({ ...span, text: to }));
  const edits = [...named, ...mappings.flatMap((one) => (typeof one === 'string' ? [] : one))];
  return { to, things, edits: [...new Map(edits.map((edit) => [JSON.stringify(edit), edit])).values()] };
}

/** A behavior that passes arguments by their names goes on with the old one, where it can. */
function mappingEdits(desk: Desk, { name, owner }: Thing, to: string): readonly TextEdit[] | string {
  const part = toolNamed(desk, owner);
  if (!part) return `Tool "${owner}" of parameter "${name}" has errors. Fix them first, and rename again.`;
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

/** What the new name would break, whatever else is wrong in the project: a name in use, a finding, a mention that is lost. */
export function whyRejected({ to, things, edits }: RenamePlan, before: Desk, after: Desk): string | undefined {
  const mentions = allMentions(before);
  const renamed = (thing: Thing): Thing => renamedThing(thing, things, to);
  const isOther = new Set(things.map(keyOfThing));
  const existing = mentions.find(
    ({ declares, thing }) =>
      declares &&
      !isOther.has(keyOfThing(thing)) &&
      things.some((one) => keyOfThing(renamed(one)) === keyOfThing(thing)),
  );
  if (existing)
    return `${capital(existing.thing.kind)} "${to}" exists already, at ${placeOf(existing, before)}. Choose another name.`;
  const [error] = newErrors(before, after, edits);
  if (error)
    return `With the name "${to}", \`haft check\` reports: ${error.message} ${error.hint ?? 'Choose another name.'}`;
  const now = new Set(allMentions(after).map(keyOfMention));
  const lost = mentions.find(
    (one) => !now.has(keyOfMention({ thing: renamed(one.thing), span: spanAfter(one, renamed, edits) })),
  );
  if (!lost) return undefined;
  return `With the name "${to}", "${lost.thing.name}" at ${placeOf(lost, before)} would no longer mean the same ${lost.thing.kind}. Choose another name.`;
}

function allMentions(desk: Desk): readonly NameMention[] {
  return desk.sources.flatMap((source) => mentionsIn(desk, source));
}

/** The thing itself, and what is named after its owner. */
function renamedThing(thing: Thing, things: readonly Thing[], to: string): Thing {
  const { kind, name, owner } = thing;
  if (things.some((one) => keyOfThing(one) === keyOfThing(thing))) return { ...thing, name: to };
  const above = things.find((one) => isOwner(one, thing));
  if (!above || kind === 'skill') return { kind, name, owner };
  const [server = '', ...rest] = owner.split('.');
  const own = above.kind === 'server' ? [to, ...rest] : [server, to];
  return { kind, name, owner: own.join('.') };
}

function isOwner({ kind, name, owner: above }: Thing, { owner }: Thing): boolean {
  if (kind === 'server') return owner === name || owner.startsWith(`${name}.`);
  return kind === 'tool' && owner === qualifiedName({ server: above, tool: name });
}

function spanAfter({ thing, span }: NameMention, renamed: (thing: Thing) => Thing, edits: readonly TextEdit[]) {
  const start = offsetAfter(span.start, span.file, edits);
  return { ...span, start, end: start + span.end - span.start + renamed(thing).name.length - thing.name.length };
}

/** Each finding of before excuses one of its kind at its place. */
function newErrors(before: Desk, after: Desk, edits: readonly TextEdit[]): readonly Diagnostic[] {
  const earlier = new Map<string, number>();
  for (const { code, severity, span } of before.diagnostics) {
    const key = JSON.stringify([code, span.file, offsetAfter(span.start, span.file, edits)]);
    if (severity === 'error') earlier.set(key, (earlier.get(key) ?? 0) + 1);
  }
  return after.diagnostics.filter(({ code, severity, span }) => {
    const key = JSON.stringify([code, span.file, span.start]);
    const count = earlier.get(key) ?? 0;
    earlier.set(key, count - 1);
    return severity === 'error' && count < 1;
  });
}

function placeOf({ span }: NameMention, { sourceOf }: Desk): string {
  const { start } = rangeOf(sourceOf(span.file) ?? { path: span.file, text: '' }, span);
  return `${span.file}:${start.line + 1}:${start.character + 1}`;
}
