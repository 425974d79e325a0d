/** Records that changed texts of released tools keep their meaning: all that are undecided, or those of some tools. */
import { nearest } from '@haft/runtime/language';
import type { PlannedSpecs } from '../../plan/plan-specs.ts';
import { decide, judgedTexts } from '../../versions/meaning/changed-texts.ts';
import type { JudgedText } from '../../versions/meaning/changed-texts.ts';
import { loadContract } from '../project/contract.ts';
import { DECISIONS, loadDecisions, saveDecisions } from '../project/decisions.ts';
import type { Project } from '../project/project.ts';
import { pluralize } from '../../base/text/pluralize.ts';
import { Failure } from '../command-line/failure.ts';

interface Decided {
  readonly reason: string;
  /** Names; all tools where there are none. */
  readonly tools: readonly string[];
  /** YYYY-MM-DD */
  readonly today: string;
}

/** Gives the sentence that says what was recorded. @throws Failure where a named tool has nothing to decide. */
export function recordSameMeaning(project: Project, { plan }: PlannedSpecs, { reason, tools, today }: Decided): string {
  const released = loadContract(project.root);
  const known = loadDecisions(project.root);
  const open = released ? judgedTexts(released, plan, known).filter(({ decision }) => !decision) : [];
  for (const name of tools) refuseOther(name, open, plan);
  const texts = open.filter(({ tool }) => tools.length === 0 || tools.includes(tool));
  if (texts.length === 0) return 'No changed text is undecided.\n';
  saveDecisions(project.root, [...known, ...decide(texts, reason.trim(), today)]);
  const list = texts.map(({ tool, path }) => `  ${tool}: ${path.join('.')}\n`).join('');
  return `Same meaning: ${pluralize(texts.length, 'changed text')} recorded in ${DECISIONS}; commit the file.\n${list}`;
}

/** @throws Failure */
function refuseOther(name: string, open: readonly JudgedText[], { servers }: PlannedSpecs['plan']): void {
  if (open.some(({ tool }) => tool === name)) return;
  const known = servers.flatMap(({ tools }) => tools.map((tool) => tool.name));
  if (!known.includes(name)) {
    const guess = nearest(name, known);
    const hint = guess === undefined ? 'Name a tool of the specs.' : `Did you mean "${guess}"?`;
    throw new Failure(`Unknown tool "${name}".`, hint);
  }
  const names = [...new Set(open.map(({ tool }) => tool))];
  const list = `${names.slice(0, 12).join(', ')}${names.length > 12 ? ', …' : ''}`;
  throw new Failure(
    `Tool "${name}" has no text that is undecided.`,
    names.length === 0 ? 'No tool has one: run `haft release`.' : `Tools that have one: ${list}.`,
  );
}
