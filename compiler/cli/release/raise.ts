/** `haft release --raise`: the versions that the changes require, written into the specs where nothing else stops the release. */
import { type TextEdit, positionAt } from '../../base/diagnostic.ts';
import { Failure } from '../../edge/command-line/failure.ts';
import type { CheckedProject } from '../../edge/passes/run-passes.ts';
import type { Project } from '../../edge/project/project.ts';
import { writeSpecs } from '../../edge/write/write-specs.ts';
import { applyEdits } from '../../spec/yaml/apply-edits.ts';
import { notRaised } from '../../versions/policy/callers.ts';
import { type VersionAdvice, versionAdvice } from '../../versions/semver.ts';

/** Says what was raised, one line each; nothing where other errors stop the release, or no version is too low. */
export function raiseVersions({ root }: Project, checked: CheckedProject): readonly string[] {
  const { diagnostics, released, planned, changes = [], sources } = checked;
  if (!released || !planned) return [];
  if (diagnostics.some(({ severity, code }) => severity === 'error' && code !== notRaised.id)) return [];
  const findings = diagnostics.filter(({ code }) => code === notRaised.id);
  const low = versionAdvice(released, planned.plan, changes).filter(({ kind, name, enough }) => {
    return !enough && findings.some(({ about }) => about[kind] === name);
  });
  const raised = low.map((advice) => ({ advice, edit: editOf(advice, checked) }));
  const edits = raised.map(({ edit }) => edit);
  const after = sources.specs.map((source) => {
    const own = edits.filter(({ file }) => file === source.path);
    return own.length === 0 ? source : { ...source, text: applyEdits(source.text, own) };
  });
  if (edits.length > 0) writeSpecs(root, sources.specs, after);
  return raised.map(({ advice: { kind, name, written, suggested }, edit: { file, start } }) => {
    const { line } = positionAt(sources.specs.find(({ path }) => path === file)?.text ?? '', start);
    return `${kind} ${name}: version ${written} → ${suggested} (${file}:${line})`;
  });
}

/** @throws Failure where the version is written in a style that cannot be edited. */
function editOf({ kind, name, suggested }: VersionAdvice, { planned }: CheckedProject): TextEdit {
  const parts = kind === 'server' ? planned?.spec.servers : planned?.spec.skills;
  const edit = parts
    ?.find(({ spec }) => spec.name === name)
    ?.edit({ kind: 'replace', path: ['version'], value: suggested });
  if (edit) return edit;
  throw new Failure(
    `The version of ${kind} "${name}" is written in a style that cannot be edited safely.`,
    `Set \`version: ${suggested}\` yourself, and run \`haft release\` again.`,
  );
}
