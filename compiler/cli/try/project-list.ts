/** The list of the page of `haft try`: servers, tools and skills, with what is found about them and what changed. */
import { type Diagnostic, type SourceFile, positionAt } from '../../base/diagnostic.ts';
import { cut } from '../../base/text/escape.ts';
import { estimateTokens } from '../../check/description.ts';
import { isListed } from '../../check/tool-names.ts';
import { listedTokens } from '../../plan/description.ts';
import type { ServerPlan } from '../../plan/model.ts';
import { type Verdict, VERDICTS, verdictOf } from '../../report/changes/group.ts';
import type { Change } from '../../versions/change.ts';
import { effectOf } from './shown-tool.ts';
import type { ListedPart, ListedProject, ListedServer, ShownFinding, Subject } from './messages.ts';
import type { TrySpecs } from './specs.ts';

/** A longer list is slow to read; errors are first. */
const MAX_FINDINGS = 200;
const MAX_TITLE = 120;
const MAX_TEXT = 1000;

export function listedProject({ findings, texts, usable, isStale }: TrySpecs): Omit<ListedProject, 'version'> {
  const order = ['error', 'warning', 'note'];
  const severe = findings.toSorted((a, b) => order.indexOf(a.severity) - order.indexOf(b.severity));
  const { plan } = usable?.checked.planned ?? {};
  const marks = marksOf(findings, usable?.checked.changes ?? []);
  const sources = new Map(texts.map((source) => [source.path, source]));
  return {
    isStale,
    findings: severe.slice(0, MAX_FINDINGS).map((one) => findingOf(one, sources)),
    hidden: Math.max(0, severe.length - MAX_FINDINGS),
    servers: (plan?.servers ?? []).map((server) => listedServer(server, marks)),
    skills: (plan?.skills ?? []).map(({ name, title, description }) => ({
      name,
      title: cut(title, MAX_TITLE),
      tokens: estimateTokens(description.text),
      ...marks({ skill: name }),
    })),
  };
}

type Marks = (subject: Subject) => Pick<ListedPart, 'findings' | 'verdict'>;

function listedServer(server: ServerPlan, marks: Marks): ListedServer {
  const { name, title, version, tools } = server;
  const own = tools.map((tool) => ({
    name: tool.name,
    title: cut(tool.title ?? tool.name, MAX_TITLE),
    effect: effectOf({ server, tool }),
    isDeprecated: tool.deprecated !== undefined,
    tokens: isListed(tool) ? listedTokens(tool) : 0,
    ...marks({ server: name, tool: tool.name }),
  }));
  const tokens = own.reduce((sum, tool) => sum + tool.tokens, 0);
  return { name, title: cut(title, MAX_TITLE), version, tokens, tools: own, ...marks({ server: name }) };
}

/** Counted once for all: a project can have thousands of tools. */
function marksOf(findings: readonly Diagnostic[], changes: readonly Change[]): Marks {
  const counts = new Map<string, number>();
  const verdicts = new Map<string, Verdict>();
  for (const { severity, about } of findings)
    for (const key of severity === 'note' ? [] : keysOf(about)) counts.set(key, (counts.get(key) ?? 0) + 1);
  for (const change of changes)
    for (const key of keysOf(change.target)) {
      const [before, now] = [verdicts.get(key), verdictOf(change)];
      if (before === undefined || VERDICTS.indexOf(now) < VERDICTS.indexOf(before)) verdicts.set(key, now);
    }
  return (subject) => {
    const [key = ''] = keysOf(subject);
    const verdict = verdicts.get(key);
    return { findings: counts.get(key) ?? 0, ...(verdict !== undefined && { verdict }) };
  };
}

/** Of a tool its own and that of its server. */
function keysOf({ server, tool, skill }: Subject): readonly string[] {
  if (skill !== undefined) return [`skill ${skill}`];
  if (server === undefined) return [];
  return tool === undefined ? [server] : [`${server}.${tool}`, server];
}

function findingOf(
  { severity, code, message, hint = '', span, about: { server, tool, skill } }: Diagnostic,
  sources: ReadonlyMap<string, SourceFile>,
): ShownFinding {
  const source = sources.get(span.file);
  return {
    severity,
    code,
    message: cut(message, MAX_TEXT),
    hint: cut(hint, MAX_TEXT),
    place: source ? `${span.file}:${positionAt(source.text, span.start).line}` : span.file,
    ...(server !== undefined && { server }),
    ...(tool !== undefined && { tool }),
    ...(skill !== undefined && { skill }),
  };
}
