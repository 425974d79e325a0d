/** `haft release`: records the current Plan as the contract of callers, where EXT §9 and its version numbers allow it. */
import { type JudgedText, currentDecisions, decide, judgedTexts } from '../../versions/meaning/changed-texts.ts';
import { releasedEvals } from '../../versions/receipts/stale.ts';
import { pluralize, summarizePlan } from '../../base/text/pluralize.ts';
import { damagedOutput } from '../../edge/tasks/damaged-output.ts';
import { codeOf } from '../../edge/handlers/read-code.ts';
import { checkProject, planProject } from '../spine.ts';
import { choices } from '../../features/evals/run/run-context.ts';
import type { Command, Invocation } from '../../edge/command-line/command.ts';
import {
  FORMAT,
  SPECS,
  formatFlag,
  text,
  textFlag,
  textFlags,
  texts,
  toggle,
} from '../../edge/command-line/command.ts';
import { CONTRACT, loadContract, saveContract } from '../../edge/project/contract.ts';
import { evalEvidence } from '../../edge/project/policy.ts';
import { DECISIONS, loadDecisions, saveDecisions } from '../../edge/project/recorded.ts';
import type { Project } from '../../edge/project/project.ts';
import { hasOneSide } from './merge.ts';
import { Failure } from '../../edge/command-line/failure.ts';
import { reportFindings, openOrReport } from '../../edge/command-line/report.ts';
import type { FormatName } from '../../report/format-names.ts';
import { TODAY, todayOf } from '../../edge/project/today.ts';
import { namedTool } from '../../edge/command-line/named-tool.ts';
import { listNames } from '../../base/text/escape.ts';
import { allTools, commandName, plannedId } from '../../plan/named-tools.ts';
import type { ToolId } from '../../check/tool-names.ts';
import type { Plan } from '../../plan/model.ts';
import { type TextEdit, positionAt } from '../../base/diagnostic.ts';
import type { CheckedProject } from '../../edge/passes/run-passes.ts';
import { writeSpecs } from '../../edge/write/write-specs.ts';
import { mergeAdvice } from '../../versions/merged-releases.ts';
import { notRaised } from '../../versions/policy/callers.ts';
import { releasedTwice } from '../../versions/policy/released-twice.ts';
import { type VersionAdvice, versionAdvice } from '../../versions/semver.ts';
import { offsetAfter, withEdits } from '../../spec/yaml/apply-edits.ts';

export const releaseCommand: Command = {
  name: 'release',
  summary: 'Record the current specs as the contract for callers.',
  flags: {
    specs: SPECS,
    'same-meaning': text('reason', `Record in ${DECISIONS} that the changed texts of released tools mean the same.`),
    tool: texts('name', 'Only the texts of this tool; may be given more than once.', { needs: ['same-meaning'] }),
    'decide-only': toggle('Record the decision, and release nothing.', {
      only: ['specs', 'same-meaning', 'tool', 'today'],
      needs: ['same-meaning'],
    }),
    raise: toggle(
      'Raise each version that is too low in the specs, as far as the changes require; nothing else changes in the files.',
    ),
    format: FORMAT,
    today: TODAY,
  },
  examples: [
    ['haft release', `Check the versioning rules and version numbers, and write ${CONTRACT}; commit the file.`],
    ['haft diff && haft release', 'Review the changes first.'],
    ['haft release --raise', 'Raise the versions that the changes require, and release.'],
    ['haft release --same-meaning "Shorter sentences."', 'Only the wording of the changed texts is different.'],
    ['haft release --same-meaning "Typo." --tool list_orders --decide-only', 'Decide on a branch; release later.'],
  ],
  async run(invocation) {
    const { cwd } = invocation;
    const format = formatFlag(invocation);
    const reason = textFlag(invocation, 'same-meaning');
    const opened = openOrReport(invocation, format);
    if (!opened) return 1;
    const project = opened.value;
    if (hasOneSide(project.root))
      throw new Failure(
        `${CONTRACT} has a merge conflict in git, and is that of one branch: a release would lose what the other one released.`,
        `Run \`haft merge\`, then \`git add ${CONTRACT}\`, and release again.`,
      );
    const isDecided = reason !== undefined && (await decideFirst(project, reason, invocation));
    if (isDecided && invocation.flags['decide-only'] === true) return 0;
    const options = { today: todayOf(invocation), releasing: codeOf(project) };
    const first = await checkProject(project, options, choices);
    // Whatever can stop the release is read before anything is written.
    const damaged = damagedOutput(project, ', commit its output, and release again');
    const [decisions, evidence] = [loadDecisions(project.root), evalEvidence(project)];
    // A merged version stops also the compile, which repairs the output.
    const isFirst = damaged.length === 0 || first.diagnostics.some(({ code }) => code === releasedTwice.id);
    const raised = invocation.flags['raise'] === true && isFirst ? raiseVersions(project, first) : [];
    print(raised.map((line) => `${line}\n`).join(''), format);
    const checked = raised.length > 0 ? await checkProject(project, options, choices) : first;
    const { diagnostics, texts: sources, compiled, released } = checked;
    reportFindings({ diagnostics: [...diagnostics, ...damaged], sources, root: project.root, cwd }, format);
    if (!compiled || damaged.length > 0) return 1;
    const evals = releasedEvals(released, compiled.plan, evidence, todayOf(invocation));
    const changed = saveContract(project.root, { ...compiled.plan, evals }, released);
    saveDecisions(project.root, currentDecisions(compiled.plan, decisions));
    if (format === 'text') {
      process.stdout.write(
        `${summarizePlan(compiled.plan)} ${changed ? `recorded in ${CONTRACT}; commit the file` : `unchanged; ${CONTRACT} is up to date`}.\n`,
      );
    }
    return 0;
  },
};

/** False where the specs have errors, which are reported afterwards. */
async function decideFirst(project: Project, reason: string, invocation: Invocation): Promise<boolean> {
  const { planned } = await planProject(project, { today: todayOf(invocation) });
  if (!planned) return false;
  print(recordSameMeaning(project, planned.plan, reason, invocation), formatFlag(invocation));
  return true;
}

/** A report in another format has standard output for itself. */
function print(text: string, format: FormatName): void {
  (format === 'text' ? process.stdout : process.stderr).write(text);
}

/**
 * Records that changed texts of released tools keep their meaning: all that are undecided, or those of the named tools.
 * Gives the sentence that says so. @throws Failure where a named tool has nothing to decide.
 */
function recordSameMeaning(project: Project, plan: Plan, reason: string, invocation: Invocation): string {
  const released = loadContract(project.root);
  const decisions = loadDecisions(project.root);
  const open = released ? judgedTexts(released, plan, decisions).filter(({ decision }) => !decision) : [];
  const ids = textFlags(invocation, 'tool').map((name) => openTool(name, open, plan));
  const texts = open.filter((text) => ids.length === 0 || ids.some((id) => isOf(text, id)));
  if (texts.length === 0) return 'No changed text is undecided.\n';
  saveDecisions(project.root, [...decisions, ...decide(texts, reason.trim(), todayOf(invocation))]);
  const list = texts.map((text) => `  ${commandName(text, plan)}: ${text.path.join('.')}\n`).join('');
  return `Same meaning: ${pluralize(texts.length, 'changed text')} recorded in ${DECISIONS}; commit the file.\n${list}`;
}

/** @throws Failure where it has nothing to decide. */
function openTool(name: string, open: readonly JudgedText[], plan: Plan): ToolId {
  const target = namedTool(plan, name, [`Unknown tool "${name}".`, () => 'Name a tool of the specs.']);
  const id = plannedId(target);
  if (open.some((text) => isOf(text, id))) return id;
  const all = allTools(plan).filter((one) => open.some((text) => isOf(text, plannedId(one))));
  const names = all.map((one) => commandName(plannedId(one), plan));
  throw new Failure(
    `Tool "${name}" has no text that is undecided.`,
    names.length === 0 ? 'No tool has one: run `haft release`.' : `Tools that have one: ${listNames(names, 12)}.`,
  );
}

function isOf(text: JudgedText, id: ToolId): boolean {
  return text.server === id.server && text.tool === id.tool;
}

/** What a higher version settles. */
const RAISED: ReadonlySet<string> = new Set([notRaised.id, releasedTwice.id]);

/** Says what was raised, one line each; empty if other errors stop the release, or no version is too low. */
function raiseVersions({ root }: Project, checked: CheckedProject): readonly string[] {
  const { diagnostics, released, planned, changes = [], sources } = checked;
  if (!released || !planned) return [];
  if (diagnostics.some(({ severity, code }) => severity === 'error' && !RAISED.has(code))) return [];
  const findings = diagnostics.filter(({ code }) => RAISED.has(code));
  const merged = mergeAdvice(released, planned.plan, changes);
  const others = versionAdvice(released, planned.plan, changes).filter(
    (one) => !merged.some(({ kind, name }) => kind === one.kind && name === one.name),
  );
  const low = [...merged, ...others].filter(({ kind, name, enough }) => {
    return !enough && findings.some(({ about }) => about[kind] === name);
  });
  const raised = low.map((advice) => ({ advice, edit: editOf(advice, checked) }));
  const edits = raised.map(({ edit }) => edit);
  const after = sources.specs.map((source) => withEdits(source, edits));
  if (edits.length > 0) writeSpecs(root, sources.specs, after);
  return raised.map(({ advice: { kind, name, written, suggested }, edit: { file, end, text } }) => {
    const last = offsetAfter(end, file, edits) - (text.length - text.trimEnd().length);
    const { line } = positionAt(after.find(({ path }) => path === file)?.text ?? '', last);
    return `${kind} ${name}: version ${written} → ${suggested} (${file}:${line})`;
  });
}

/** A skill of profile `mcp` may have no version yet. @throws Failure where none can be written. */
function editOf({ kind, name, suggested }: VersionAdvice, { planned }: CheckedProject): TextEdit {
  const parts = kind === 'server' ? planned?.spec.servers : planned?.spec.skills;
  const part = parts?.find(({ spec }) => spec.name === name);
  const edit =
    part?.edit({ kind: 'replace', path: ['version'], value: suggested }) ??
    part?.edit({ kind: 'insert', path: [], key: 'version', value: suggested });
  if (edit) return edit;
  throw new Failure(
    `The version of ${kind} "${name}" cannot be edited safely in the style of its spec.`,
    `Set \`version: ${suggested}\` yourself, and run \`haft release\` again.`,
  );
}
