/** The three ways of `haft bump`: a successor for an edit, after a rename, and a released version back, each with its handlers. */
import { type Bump, bump, deprecation, toolInPlaceOf } from '../../versions/bump/bump.ts';
import { choicesAfter } from '../../versions/bump/references.ts';
import type { Adapter } from '@haft/runtime/language';
import { inferAdapter } from '../../versions/adapters/infer.ts';
import { pairUp } from '../../versions/pair.ts';
import { successorName } from '../../versions/successor-name.ts';
import type { Plan, ToolPlan } from '../../plan/model.ts';
import { type ToolId, toolNames } from '../../check/tool-names.ts';
import { applyEdits } from '../../spec/yaml/apply-edits.ts';
import { Failure } from '../../edge/command-line/failure.ts';
import type { BumpProposal, ProposalInput } from './choose.ts';
import { currentTerms, existing, hasSameInterface, releasedTool, toBump, toReplace } from './choose.ts';
import { namesOfPlan, type PlannedTool, allTools, plannedId, plannedTool } from '../../plan/named-tools.ts';
import { type MovedFiles, NO_HANDLERS, handlerOf, relativeToSpec } from './move-handlers.ts';
import { type AuthoredTool, authoredIn, restore } from '../../versions/bump/released-text.ts';
import { releaseOf } from '../../edge/handlers/released-code.ts';

export async function proposeBump(work: ProposalInput, name: string | undefined): Promise<BumpProposal> {
  const old = toBump(work, name);
  const { tool } = old;
  const { compiled, dates, reason = `${tool.name} has a breaking change.` } = work;
  const successor = successorName(tool.name);
  const now = plannedTool(compiled.plan, plannedId(old)) ?? existing(tool.name, work);
  const handlers = await handlerOf(work, now.tool, { released: tool, successor });
  const handler = handlers.path === undefined ? undefined : relativeToSpec(handlers.path, now.tool);
  const adapter = inferAdapter(tool, { ...now.tool, name: successor });
  const authored = authoredTool(work, old);
  const propose = (predecessor: Parameters<typeof bump>[4], how: string): BumpProposal => ({
    ...withChoices(work, handlers, [plannedId(old)], { server: now.server.name, tool: successor }),
    ...madeOr(bump(old, compiled.spec, dates, reason, { ...predecessor, authored }), tool.name),
    restored: [old],
    tools: [{ server: now.server.name, tool: successor }, plannedId(now)],
    summary: `${successor} has the edit; ${tool.name} ${how} deprecated until ${until(work)}.`,
  });
  const copy = (why: string): BumpProposal => {
    const proposal = propose({ handler }, `is ${restoredAs(handlers)}, and`);
    return { ...proposal, done: [...proposal.done, copyLine(tool.name, successor, why)] };
  };
  return typeof adapter === 'string'
    ? copy(adapter)
    : { ...propose({ adapter }, 'calls it with `deprecated.via`, and is'), copy };
}

export async function proposeRename(work: ProposalInput, written: string): Promise<BumpProposal> {
  const [, from = '', to = ''] = /^([^=]+)=([^=]+)$/.exec(written.replaceAll(' ', '')) ?? [];
  if (to === '')
    throw new Failure(
      `"${written}" is not a renaming.`,
      'Write `--renamed <old>=<new>`, or `--renamed <old>,<old>=<new>` when one tool takes the place of several.',
    );
  const now = existing(to, work);
  const by = now.tool.name;
  const olds = [...new Set(from.split(','))].map((name) => toReplace(work, name, now));
  const names = inSentence(olds.map(({ tool }) => tool.name));
  const {
    compiled,
    dates,
    reason = `${names} ${olds.length === 1 ? 'was renamed to' : 'were replaced by'} ${by}.`,
  } = work;
  const removedTools = olds.filter((old) => !plannedTool(compiled.plan, plannedId(old)));
  const handlers = await handlersOfGone(work, removedTools, now.tool, olds.length === 1);
  const adapters = new Map(removedTools.map(({ tool }) => [tool, inferAdapter(tool, now.tool)]));
  const texts = new Map(removedTools.map((old) => [old.tool, authoredTool(work, old)]));
  const predecessorOf = (adapterOf: (tool: ToolPlan) => Adapter | undefined): Parameters<typeof toolInPlaceOf>[5] => {
    return ({ tool }) => ({ adapter: adapterOf(tool), authored: texts.get(tool) });
  };
  const propose = (adapterOf: (tool: ToolPlan) => Adapter | undefined, note: string): BumpProposal => ({
    ...withChoices(work, handlers, olds.map(plannedId), plannedId(now)),
    ...madeOr(toolInPlaceOf(olds, plannedId(now), compiled.spec, dates, reason, predecessorOf(adapterOf)), by),
    restored: olds,
    tools: [plannedId(now), ...olds.map(plannedId)],
    summary: `${by} replaces ${names}, which ${isOrAre(olds)} deprecated until ${until(work)}${note}.`,
  });
  const copies = [...adapters].flatMap(([{ name }, why]) => (typeof why === 'string' ? [copyLine(name, by, why)] : []));
  const copy = (why: string): BumpProposal => {
    const proposal = propose(() => undefined, restoredNote(removedTools, handlers));
    return { ...proposal, done: [...proposal.done, ...removedTools.map(({ tool }) => copyLine(tool.name, by, why))] };
  };
  const proposal = propose((tool) => adapterIn(adapters.get(tool)), callsNote(adapters, removedTools, handlers));
  const isCopied = copies.length === adapters.size;
  return { ...proposal, done: [...proposal.done, ...copies], ...(!isCopied && { copy }) };
}

async function handlersOfGone(
  work: ProposalInput,
  removedTools: readonly PlannedTool[],
  now: ToolPlan,
  isAlone: boolean,
): Promise<MovedFiles> {
  let handlers: MovedFiles = NO_HANDLERS;
  for (const { tool: old } of removedTools) {
    const isRename = isAlone && JSON.stringify(old.inputSchema) === JSON.stringify(now.inputSchema);
    const text = handlers.files[0]?.text;
    const handler = { released: old, successor: now.name, isRename, ...(text !== undefined && { text }) };
    const next = await handlerOf(work, now, handler);
    const usesChanged = handlers.usesChanged === true || next.usesChanged === true;
    handlers = { ...next, path: next.path ?? '', done: [...handlers.done, ...next.done], usesChanged };
  }
  return handlers;
}

function adapterIn(adapter: Adapter | string | undefined): Adapter | undefined {
  return typeof adapter === 'string' ? undefined : adapter;
}

function copyLine(name: string, successor: string, why: string): string {
  return `"${name}" is a copy, and does not call "${successor}". ${why}`;
}

function callsNote(
  adapters: ReadonlyMap<ToolPlan, Adapter | string>,
  removedTools: readonly PlannedTool[],
  handlers: MovedFiles,
): string {
  const calling = removedTools.filter(({ tool }) => adapterIn(adapters.get(tool)));
  const names = inSentence(calling.map(({ tool }) => tool.name));
  const note = restoredNote(
    removedTools.filter((one) => !calling.includes(one)),
    handlers,
  );
  return calling.length === 0
    ? note
    : `; ${names} ${calling.length === 1 ? 'calls' : 'call'} it with \`deprecated.via\`${note}`;
}

/** With haft.yaml, where a case of `choices` names an old tool. */
function withChoices(
  { project, compiled }: ProposalInput,
  { files, done }: MovedFiles,
  olds: readonly ToolId[],
  now: ToolId,
): MovedFiles {
  const { document, sources = [] } = project.config ?? {};
  const edits = document ? olds.flatMap((old) => choicesAfter(old, now, compiled.spec, document)) : [];
  const source = sources.find(({ path }) => path === edits[0]?.file);
  if (!source) return { files, done };
  const places = edits.length === 1 ? 'place' : 'places';
  return {
    files: [...files, { ...source, text: applyEdits(source.text, edits) }],
    done: [...done, `${source.path} now names "${edits[0]?.text ?? ''}" (${edits.length} ${places}).`],
  };
}

function restoredNote(removedTools: readonly PlannedTool[], handlers: MovedFiles): string {
  const names = inSentence(removedTools.map(({ tool }) => tool.name));
  return removedTools.length === 0 ? '' : `; ${names} ${isOrAre(removedTools)} ${restoredAs(handlers)}`;
}

/** Modules of the project are shared with the successor, so they are not brought back. */
function restoredAs({ usesChanged = false }: Omit<MovedFiles, 'path'>): string {
  return usesChanged ? 'restored as released except for modules that its code uses' : 'restored as released';
}

function isOrAre({ length }: readonly PlannedTool[]): 'is' | 'are' {
  return length === 1 ? 'is' : 'are';
}

function inSentence(names: readonly string[]): string {
  return names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} and ${names.at(-1) ?? ''}`;
}

export async function proposeRestore(
  work: ProposalInput,
  name: string | undefined,
  use: string | undefined,
): Promise<BumpProposal> {
  if (name === undefined)
    throw new Failure('`haft bump --restore` needs a tool name.', 'Run `haft bump --restore <tool>`.');
  const old = releasedTool(name, work.contract, work.compiled.plan);
  const now = plannedTool(work.compiled.plan, plannedId(old))?.tool;
  const isAdapted = now?.behavior.kind === 'via' && old.tool.behavior.kind !== 'via';
  const deprecated = currentTerms(old, work.compiled.plan);
  const isSame = now && !isAdapted && hasSameInterface(now, old.tool);
  if (isSame && !deprecated && now.deprecated)
    throw new Failure(
      `Tool "${name}" is as it was released, and only its deprecation is new.`,
      `To undo that, remove its \`deprecated:\`, and "${name}" from \`replaces:\` of "${now.deprecated.use}".`,
    );
  if (isSame && now.deprecated?.use === deprecated?.use)
    throw new Failure(`Tool "${name}" has not changed since the release.`, 'There is nothing to restore.');
  return now ? restoreEdited(work, old, now) : restoreGone(work, old, use);
}

function restoreEdited(work: ProposalInput, old: PlannedTool, now: ToolPlan): BumpProposal {
  const { compiled } = work;
  const { tool, server } = old;
  const terms = currentTerms(old, compiled.plan);
  const deprecated = terms ?? now.deprecated;
  const released = { ...tool, ...(terms && { deprecated: terms }) };
  const text = { released, authored: authoredTool(work, old) };
  const edits = restore(text, compiled.spec, { server: server.name, deprecated: undefined, handler: undefined });
  if (typeof edits === 'string') throw cannot(edits);
  const code = now.behavior.kind === 'handler' ? [`${now.handlerFile}: its code was not changed.`] : [];
  return {
    alternatives: edits.map((edit) => [edit]),
    references: [],
    restored: [old],
    tools: [plannedId(old)],
    files: [],
    done: code,
    summary: `${tool.name} is restored as released${deprecated ? `, and deprecated until ${deprecated.remove_after}` : ''}.`,
  };
}

async function restoreGone(work: ProposalInput, old: PlannedTool, use: string | undefined): Promise<BumpProposal> {
  const { tool, server } = old;
  const { compiled, dates, reason = `${tool.name} is going to be removed.` } = work;
  const successor = use === undefined ? successorOf(old, work) : existing(use, work);
  // A tool of another server can have the name of the one that comes back.
  const names = toolNames([...allTools(compiled.plan), old].map(plannedId));
  const name = successor && names.reference(plannedId(successor), [server.name]);
  const deprecated =
    currentTerms(old, compiled.plan) ?? (name === undefined ? undefined : deprecation(name, dates, reason));
  const file = tool.behavior.kind === 'handler' ? fileOfHandlers(work, server.name) : undefined;
  const handlers = file
    ? await handlerOf(work, file, {
        released: tool,
        successor: successor?.tool.name ?? tool.name,
        keepsSuccessor: true,
      })
    : { ...NO_HANDLERS, path: undefined };
  const handler = file && handlers.path !== undefined ? relativeToSpec(handlers.path, file) : undefined;
  const text = { released: tool, authored: authoredTool(work, old) };
  const edits = restore(text, compiled.spec, { server: server.name, deprecated, handler });
  if (typeof edits === 'string') throw cannot(edits);
  const how = deprecated
    ? `deprecated until ${deprecated.remove_after}: use ${deprecated.use} instead`
    : 'not deprecated: to remove it later, run the command with --use <tool>';
  return {
    ...handlers,
    alternatives: edits.map((edit) => [edit]),
    references: [],
    restored: [old],
    tools: [plannedId(old)],
    summary: `${tool.name} is ${restoredAs(handlers)}, and ${how}.`,
  };
}

/** A current tool that says so, or that it was renamed to. */
function successorOf(old: PlannedTool, { contract, compiled: { plan } }: ProposalInput) {
  const { tool } = old;
  const id = plannedId(asReleased(old, contract));
  const released = namesOfPlan(contract ?? plan);
  const named = allTools(plan).find((one) =>
    one.tool.replaces?.some((old) => released.means(old, id, [one.server.name])),
  );
  const pairs = contract ? pairUp(contract, plan).tool : [];
  const pair = pairs.find(({ before, renamed: is }) => is && before === tool);
  return named ?? (pair?.after && plannedTool(plan, { server: pair.server, tool: pair.after.name }));
}

function fileOfHandlers({ compiled: { plan } }: ProposalInput, server: string): ToolPlan {
  const tools = plan.servers.find(({ name }) => name === server)?.tools ?? [];
  const owner = tools.find(({ handlerFile }) => handlerFile !== undefined);
  if (owner) return owner;
  throw cannot(`no other tool of server "${server}" has a handler, so its file is not known`);
}

function madeOr(bumped: Bump | string, name: string): Bump {
  if (typeof bumped !== 'string') return bumped;
  throw new Failure(
    `Cannot bump: ${bumped}.`,
    `Add the successor of "${name}" by hand, with \`replaces:\`, and restore the released version with \`deprecated:\`.`,
  );
}

function cannot(problem: string): Failure {
  return new Failure(`Cannot restore: ${problem}.`, 'Restore it by hand, from version control.');
}

function until({ dates }: ProposalInput): string {
  return deprecation('', dates, '').remove_after;
}

/** Undefined if git does not have the release. */
function authoredTool(
  { project, contract }: Pick<ProposalInput, 'project' | 'contract'>,
  old: PlannedTool,
): AuthoredTool | undefined {
  const release = releaseOf(project, old.tool);
  return release && authoredIn(release.planned, asReleased(old, contract));
}

/** With the name that its server had. */
function asReleased(old: PlannedTool, contract: Plan | undefined): PlannedTool {
  const server = contract?.servers.find(({ tools }) => tools.includes(old.tool));
  return server ? { tool: old.tool, server } : old;
}
